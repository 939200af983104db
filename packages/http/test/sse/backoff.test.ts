import fc from "fast-check";
import { expect, test } from "vitest";
import { countFailures, MAX_RETRY, MIN_RETRY, reconnectDelay } from "../../src/sse/backoff.ts";

test.each([
  [undefined, 0, 1000],
  [undefined, 1, 2000],
  [undefined, 3, 8000],
  [undefined, 30, 60_000],
  [0, 0, 250],
  [0, 1, 500],
  [500, 0, 500],
  [4_294_967_295, 0, 60_000],
  [3_600_000, 4, 60_000],
])("retry %j after %i failures waits %i ms at least", (retry, failures, delay) => {
  expect(reconnectDelay(retry, failures, 0)).toBe(delay);
});

test("the wait is never shorter than asked, nor a quarter longer, whatever the server says", () => {
  fc.assert(
    fc.property(
      fc.option(fc.maxSafeNat(), { nil: undefined }),
      fc.nat(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (retry, failures, random) => {
        const delay = reconnectDelay(retry, failures, random);
        const asked = Math.min(MAX_RETRY, Math.max(MIN_RETRY, retry ?? 0));
        expect(delay).toBeGreaterThanOrEqual(asked);
        expect(delay).toBeLessThanOrEqual(MAX_RETRY * 1.25);
      },
    ),
  );
});

test("streams that deliver nothing are failures, also when they open", () => {
  expect(countFailures(2, { delivered: false, openFor: 0 })).toBe(3);
  expect(countFailures(2, { delivered: false, openFor: 29_999 })).toBe(3);
});

test("a delivery, or half a minute of quiet, ends the count", () => {
  expect(countFailures(2, { delivered: true, openFor: 0 })).toBe(0);
  expect(countFailures(2, { delivered: false, openFor: 30_000 })).toBe(0);
});
