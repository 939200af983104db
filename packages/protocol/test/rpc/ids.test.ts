import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answeredId, sameId } from "../../src/rpc/ids.ts";

// @req call.response-ids
describe("the id of an answer", () => {
  test.each([
    [1, 1],
    [0, 0],
    ["1", 1],
    ["0", 0],
    ["-7", -7],
    ["9007199254740991", 9_007_199_254_740_991],
  ])("%j answers request %i", (id, number) => {
    expect(answeredId(id)).toBe(number);
  });

  test.each([
    "",
    " 1",
    "1 ",
    "1.0",
    "01",
    "+1",
    "1e0",
    "0x1",
    "-0",
    "NaN",
    "Infinity",
    "9007199254740993",
    true,
    null,
    undefined,
    [1],
    {},
  ])("%j answers nothing", (id) => {
    expect(answeredId(id)).toBeUndefined();
  });

  test("a string answers a number only when it is exactly how that number is written", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.maxSafeInteger().map(String)), (text) => {
        const id = answeredId(text);
        if (id !== undefined) expect(`${id}`).toBe(text);
      }),
    );
    fc.assert(fc.property(fc.maxSafeInteger(), (id) => answeredId(String(id)) === id));
  });
});

test('1 and "1" are different ids', () => {
  expect(sameId(1, 1)).toBe(true);
  expect(sameId("1", "1")).toBe(true);
  expect(sameId(1, "1")).toBe(false);
  expect(sameId(null, null)).toBe(false);
  expect(sameId(undefined, undefined)).toBe(false);
  expect(sameId(Number.NaN, Number.NaN)).toBe(false);
});
