import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readHints } from "../../src/reads/hints.ts";

const hints = (result: unknown, method = "tools/list") => readHints("2026-07-28", method, result);

// @req cache.hints
describe("what may be stored", () => {
  test.each(["public", "private"] as const)("a complete result that says %s and how long", (scope) => {
    expect(hints({ ttlMs: 1, cacheScope: scope })).toEqual({ ttlMs: 1, scope });
    expect(hints({ resultType: "complete", ttlMs: 86_400_000, cacheScope: scope })).toEqual({
      ttlMs: 86_400_000,
      scope,
    });
  });

  test.each([
    0,
    -1,
    1.5,
    "1000",
    null,
    undefined,
    true,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    {},
    [1],
  ])("not with ttlMs %j", (ttlMs) => {
    expect(hints({ ttlMs, cacheScope: "public" })).toBeUndefined();
  });

  test.each(["", "PUBLIC", "shared", null, undefined, 1, {}, ["public"]])(
    "not with cacheScope %j",
    (cacheScope) => {
      expect(hints({ ttlMs: 1000, cacheScope })).toBeUndefined();
    },
  );

  test.each(["input_required", "task", "", 7, {}])("not a result of type %j", (resultType) => {
    expect(hints({ resultType, ttlMs: 1000, cacheScope: "public" }, "resources/read")).toBeUndefined();
  });

  test("not with inherited hints", () => {
    const hostile = JSON.parse('{"__proto__":{"ttlMs":1000,"cacheScope":"public"}}') as unknown;
    expect(hints(hostile)).toBeUndefined();
    expect(hints(Object.create({ ttlMs: 1000, cacheScope: "public" }))).toBeUndefined();
  });

  test("nothing but objects, whatever it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const found = hints(value);
        if (found !== undefined) expect(value).toMatchObject({ ttlMs: found.ttlMs, cacheScope: found.scope });
      }),
    );
  });
});
