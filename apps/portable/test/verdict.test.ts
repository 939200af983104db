import { expect, test } from "vitest";
import { cases } from "../src/cases/index.ts";
import { verdict } from "../src/verdict.ts";

const results = [{ name: "a" }, { name: "b", error: "broke" }];

test("what failed is told", () => {
  expect(verdict(results)).toEqual({ passed: 1, skipped: 0, failures: ["b: broke"] });
});

test("a skip excuses a case that fails", () => {
  expect(verdict(results, { b: "cannot" })).toEqual({ passed: 1, skipped: 1, failures: [] });
});

test("a skip of a case that passes, or that is none, is a failure", () => {
  expect(verdict(results, { a: "cannot", b: "cannot", c: "cannot" }).failures).toEqual([
    "a: it passes, take it off the skips",
    "c: there is no such case to be skipped",
  ]);
});

test("no two cases share a name: skips and reports go by it", () => {
  const names = cases.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(60);
});
