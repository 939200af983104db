import fc from "fast-check";
import { expect, test } from "vitest";
import { preview } from "../../src/errors/preview.ts";

test.each([
  [
    { level: "info", n: 1, ok: true, none: null, list: [1, "a"] },
    '{"level":"info","n":1,"ok":true,"none":null,"list":[1,"a"]}',
  ],
  ["a\nb", '"a\\nb"'],
  [undefined, "undefined"],
  [[[[[["deep"]]]]], "[[[[…]]]]"],
])("%j is shown as %s", (value, shown) => {
  expect(preview(value, 200)).toBe(shown);
});

test("a hostile value is shown in part", () => {
  const deep = JSON.parse("[".repeat(100_000) + "]".repeat(100_000)) as unknown;
  expect(preview({ deep }, 200)).toBe('{"deep":[[[…]]]}');
  expect(preview({ long: "x".repeat(1_000_000) }, 20).length).toBeLessThan(60);
  expect(
    preview(
      Array.from({ length: 100_000 }, () => "item"),
      50,
    ).length,
  ).toBeLessThan(90);
});

test("any JSON value is shown on one line within the limit", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 100 }), (value, limit) => {
      const shown = preview(value, limit);
      expect(shown).not.toContain("\n");
      expect(shown.length).toBeLessThanOrEqual(limit + 30);
    }),
  );
});
