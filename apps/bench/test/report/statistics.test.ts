import { expect, test } from "vitest";
import { median, spread } from "../../src/report/statistics.ts";

test("the median of an even number of values lies between the two in the middle", () => {
  expect(median([9, 1, 5, 3])).toBe(4);
  expect(median([9, 1, 5])).toBe(5);
});

test("the spread is half of largest minus smallest, as a part of the median", () => {
  expect(spread([90, 100, 120])).toBeCloseTo(0.15);
});
