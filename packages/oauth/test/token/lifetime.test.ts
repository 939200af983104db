import fc from "fast-check";
import { expect, test } from "vitest";
import { lifetimeOf } from "../../src/token/lifetime.ts";

test.each([
  ["an hour", 3_600_000, 60_000],
  ["ten minutes", 600_000, 60_000],
  ["a minute", 60_000, 6_000],
  ["a second", 1_000, 100],
])("a token of %s is renewed %i - %i ms", (_name, whole, lead) => {
  expect(lifetimeOf(0, whole, whole, 0.5)).toEqual({ staleAt: whole - lead, expiresAt: whole });
});

test("the lead varies by a tenth either way, and never passes the end", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (whole, random) => {
        const { staleAt, expiresAt } = lifetimeOf(0, whole, whole, random);
        const lead = Math.min(60_000, whole / 10);
        expect(expiresAt - staleAt).toBeGreaterThanOrEqual(lead * 0.9 - 1);
        expect(expiresAt - staleAt).toBeLessThanOrEqual(lead * 1.1 + 1);
      },
    ),
  );
});

test("a lifetime nobody knows has no end", () => {
  expect(lifetimeOf(0, undefined, 0, 0)).toEqual({
    staleAt: Number.POSITIVE_INFINITY,
    expiresAt: Number.POSITIVE_INFINITY,
  });
});
