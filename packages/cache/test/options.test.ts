import { expect, test } from "vitest";
import { settle } from "../src/options.ts";

test("the defaults are 256 results and 16 MiB", () => {
  expect(settle({})).toMatchObject({
    maxEntries: 256,
    maxBytes: 16_777_216,
    staleIfError: 0,
    storeTimeout: 1000,
    store: undefined,
  });
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "1" as unknown as number])(
  "%j is no bound",
  (value) => {
    for (const name of ["maxEntries", "maxBytes", "storeTimeout"]) {
      expect(() => settle({ [name]: value })).toThrow(new TypeError(`${name} must be a positive integer`));
    }
  },
);

test("staleIfError may be 0, and not negative", () => {
  expect(settle({ staleIfError: 0 }).staleIfError).toBe(0);
  expect(() => settle({ staleIfError: -1 })).toThrow(
    new TypeError("staleIfError must be an integer that is not negative"),
  );
});
