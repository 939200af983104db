import { expect, test } from "vitest";
import { readOptions } from "../src/options.ts";
import { plansFor, rotated } from "../src/rounds.ts";
import { rows, selectRows } from "../src/rows.ts";

test("rows of one group and way are measured by one process", () => {
  expect(plansFor(selectRows(["http.one", "http.big", "stdio.one", "bundle"]))).toEqual([
    { group: "calls", way: "stdio", rows: ["stdio.one"] },
    { group: "calls", way: "http", rows: ["http.one", "http.big"] },
  ]);
});

test("every round starts with another contestant", () => {
  expect([0, 1, 2, 3].map((round) => rotated(["a", "b", "c"], round)[0])).toEqual(["a", "b", "c", "a"]);
});

test("rows are chosen by id and by its first or last part", () => {
  expect(selectRows(["direct"]).map(({ id }) => id)).toEqual(["direct.one"]);
  expect(selectRows(["memory"]).map(({ id }) => id)).toEqual(["stdio.memory", "http.memory"]);
  expect(selectRows([])).toBe(rows);
});

test.each([
  [["--only", "htpp"], "no row matches htpp"],
  [["--contestants", "sdk"], "no contestant is called sdk"],
  [["--rounds", "0"], "--rounds takes a positive number, not 0"],
])("%s is refused", (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});

test("the floor always runs: everything is measured against it", () => {
  expect(readOptions(["--contestants", "snodo"]).contestants).toEqual(["floor", "snodo"]);
});
