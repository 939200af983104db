import { describe, expect, test } from "vitest";
import { count, timeLimit } from "../src/durations.ts";

describe("a time limit", () => {
  test.each([
    [0, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [1, 1],
    [0.5, 0.5],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [2 ** 31, 2 ** 31 - 1],
    [Number.MAX_VALUE, 2 ** 31 - 1],
  ])("of %s is %s", (value, limit) => {
    expect(timeLimit("timeout", value)).toBe(limit);
  });

  test.each([-1, -0.1, Number.NaN, Number.NEGATIVE_INFINITY, "5", null, undefined, {}, true, 5n])(
    "is not %s",
    (value) => {
      expect(() => timeLimit("timeout", value)).toThrow(
        new TypeError("timeout must be a positive number of milliseconds, or 0 or Infinity for no limit"),
      );
    },
  );
});

describe("a count", () => {
  test.each([
    [0, 0, 0],
    [7, 1, 7],
    [Number.POSITIVE_INFINITY, 1, Number.MAX_SAFE_INTEGER],
  ])("of %s, at least %s, is %s", (value, least, result) => {
    expect(count("maxPages", value, least)).toBe(result);
  });

  test.each([0, -1, 1.5, Number.NaN, "5", null, undefined, 2 ** 53])("of at least 1 is not %s", (value) => {
    expect(() => count("maxPages", value, 1)).toThrow(
      new TypeError("maxPages must be an integer of at least 1"),
    );
  });
});
