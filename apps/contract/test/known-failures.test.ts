import { readFileSync } from "node:fs";
import { type ClientReport, clientContract } from "@snodo/testing";
import { expect, test } from "vitest";
import { type KnownFailures, surprises } from "../src/known-failures.ts";

const listed = JSON.parse(
  readFileSync(new URL("../known-failures.json", import.meta.url), "utf8"),
) as Readonly<Record<string, KnownFailures>>;

function report(outcomes: Readonly<Record<string, "passed" | "failed" | "skipped">>): ClientReport {
  const cases = Object.entries(outcomes).map(([name, outcome]) => ({
    group: "g",
    name,
    outcome,
    problem: "",
  }));
  return { client: "some", cases, passed: 0, failed: 0, milliseconds: 0 };
}

test("a failure that is listed surprises nobody, and one that is not does", () => {
  const outcome = report({ a: "failed", b: "failed", c: "passed" });
  expect(surprises(outcome, { "g: a": "hangs" })).toEqual({ unexpected: ["g: b"], stale: [] });
});

test("an entry is stale when its case passes, is skipped or is gone", () => {
  const known = { "g: a": "x", "g: b": "x", "g: gone": "x" };
  expect(surprises(report({ a: "passed", b: "skipped" }), known)).toEqual({
    unexpected: [],
    stale: ["g: a", "g: b", "g: gone"],
  });
});

test("a case that counts what happens in a while may pass now and then, while it is one", () => {
  const title = "sessions: a server that asks to be reconnected to at once is not hammered (http)";
  const [group = "", name = ""] = title.split(": ");
  const passed = { group, name, outcome: "passed" as const, problem: "" };
  const known = { [title]: "it hammers" };
  expect(surprises({ ...report({}), cases: [passed] }, known).stale).toEqual([]);
  expect(surprises(report({}), known).stale).toEqual([title]);
});

test("this client has no known failure, and every entry is a case of the contract", () => {
  const titles = new Set(clientContract.map(({ group, name }) => `${group}: ${name}`));
  expect(listed["snodo"]).toEqual({});
  const unknown = Object.values(listed).flatMap((known) =>
    Object.keys(known).filter((title) => !titles.has(title)),
  );
  expect(unknown).toEqual([]);
});
