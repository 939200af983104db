import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonText, utf8Length } from "../../src/reads/json-text.ts";

test("the size of any text is its length in UTF-8", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text));
    }),
  );
});

test("any JSON value is measured as it is written", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(jsonText(value)).toEqual({ text, bytes: Buffer.byteLength(text) });
    }),
  );
});

test("what JSON cannot carry has no text", () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  const deep = JSON.parse("[".repeat(200_000) + "]".repeat(200_000)) as unknown;
  expect([jsonText(cycle), jsonText(deep), jsonText(undefined), jsonText(1n)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
