import { expect, test } from "vitest";
import type { Figure } from "../../src/job.ts";
import type { Options } from "../../src/options.ts";
import { summarize } from "../../src/report/summary.ts";
import { table } from "../../src/report/table.ts";
import { selectRows } from "../../src/rows.ts";

const optionsFor = (row: string): Options => ({
  json: false,
  judged: true,
  rounds: 3,
  scale: 1,
  rows: selectRows([row]),
  contestants: ["floor", "snodo"],
});

const outcomeOf = (figures: Readonly<Record<string, readonly Figure[]>>) => ({
  figures: (row: string, contestant: string) => figures[`${row} ${contestant}`] ?? [],
  failures: [],
});

const values = (...all: number[]): Figure[] => all.map((value) => ({ value }));

test("the ratio compares figures of the same round", () => {
  // The machine was twice as slow in the last round, for both.
  const outcome = outcomeOf({
    "http.one floor": values(100, 100, 200),
    "http.one snodo": values(110, 130, 220),
  });
  const [line] = summarize(optionsFor("http.one"), outcome);
  expect(line?.cells[1]?.timesFloor).toBeCloseTo(1.1);
  expect(line?.withinBudget).toBe(true);
});

test("a figure over its budget says so in the table", () => {
  const outcome = outcomeOf({
    "http.one floor": values(100, 100, 100),
    "http.one snodo": values(130, 130, 130),
  });
  const options = optionsFor("http.one");
  expect(table(summarize(options, outcome), options.contestants)).toMatch(/130 µs 1\.30×.*≤ 1\.2×.*OVER/);
});

test("progress that never reached the caller is over any budget", () => {
  const outcome = outcomeOf({
    "stdio.progress floor": values(100),
    "stdio.progress snodo": [{ value: 100, sent: 1_000, seen: 590 }],
  });
  const options = optionsFor("stdio.progress");
  const lines = summarize(options, outcome);
  expect(lines[0]?.withinBudget).toBe(false);
  expect(table(lines, options.contestants)).toContain("41% lost");
});

test("what a contestant cannot do is a dash", () => {
  const options = optionsFor("http.subscription");
  const text = table(
    summarize(options, outcomeOf({ "http.subscription floor": values(8_000) })),
    options.contestants,
  );
  expect(text).toMatch(/8\.00 kB +–/);
});
