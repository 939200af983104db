import { expect, test } from "vitest";
import { isObject, own } from "../src/json.ts";

test.each([[null], [[]], ["text"], [1], [true], [undefined]])("%j is not an object", (value) => {
  expect(isObject(value)).toBe(false);
});

test("an object is one, whatever its prototype", () => {
  expect(isObject({})).toBe(true);
  expect(isObject(Object.create(null))).toBe(true);
});

test.each(["toString", "constructor", "__proto__", "hasOwnProperty"])(
  "%s is not found by inheritance, only as an own property",
  (key) => {
    expect(own({}, key)).toBeUndefined();
    expect(own(JSON.parse(`{${JSON.stringify(key)}:1}`) as Record<string, unknown>, key)).toBe(1);
  },
);
