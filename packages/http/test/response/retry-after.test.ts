import { expect, test } from "vitest";
import { retryAfter } from "../../src/response/retry-after.ts";

const now = Date.parse("2026-11-30T12:00:00Z");

test.each([
  ["3", 3000],
  ["0", 0],
  [" 120 ", 120_000],
  ["Mon, 30 Nov 2026 12:00:10 GMT", 10_000],
  ["Mon, 30 Nov 2026 11:00:00 GMT", 0],
  ["soon", undefined],
  ["-5", undefined],
  ["", undefined],
  [undefined, undefined],
])("%j is %j ms", (value, milliseconds) => {
  expect(retryAfter(value, now)).toBe(milliseconds);
});
