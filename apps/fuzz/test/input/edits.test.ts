import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyByteEdits, byteEdits, pieceSizes, pieces } from "../../src/input/byte-edits.ts";
import { challenges, eventStreams, messageLines, schemas } from "../../src/input/corpus.ts";
import { applyJsonEdits, jsonEdits } from "../../src/input/json-edits.ts";

test("edits of bytes leave the original alone, and nothing but them decides the outcome", () => {
  fc.assert(
    fc.property(fc.uint8Array(), byteEdits, (bytes, edits) => {
      const original = Buffer.from(bytes);
      const first = applyByteEdits(original, edits);
      expect(original.equals(bytes)).toBe(true);
      expect(applyByteEdits(original, edits).equals(first)).toBe(true);
      if (edits.length === 0) expect(first.equals(original)).toBe(true);
    }),
  );
});

test("every kind of edit changes something of a text that is long enough", () => {
  const text = Buffer.from("0123456789abcdefghij".repeat(20));
  for (let operation = 0; operation < 11; operation += 1) {
    expect(applyByteEdits(text, [[operation, 17, 25]]).equals(text), `operation ${operation}`).toBe(false);
  }
});

test("pieces are the whole, in order, none of them empty", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), pieceSizes, (bytes, sizes) => {
      const cut = pieces(Buffer.from(bytes), sizes);
      expect(Buffer.concat(cut).equals(bytes)).toBe(true);
      expect(cut.every(({ length }) => length > 0)).toBe(true);
    }),
  );
});

describe("edits of JSON", () => {
  test("give JSON, and change the prototype of nothing", () => {
    fc.assert(
      fc.property(fc.nat(messageLines.length - 1), jsonEdits, (line, edits) => {
        const changed = applyJsonEdits(JSON.parse(messageLines[line] as string), edits);
        const text = JSON.stringify(changed);
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
        expect({}).not.toHaveProperty("polluted");
      }),
    );
  });

  test("reach every depth", () => {
    const value = { a: [{ b: 1 }] };
    const places = [0, 1, 2, 3].map((node) => applyJsonEdits(structuredClone(value), [[0, node, 0]]));
    expect(places).toEqual([null, { a: null }, { a: [null] }, { a: [{ b: null }] }]);
  });

  test("write hostile keys as keys of their own", () => {
    const changed = applyJsonEdits({ a: {} }, [[3, 1, 0]]) as { readonly a: object };
    expect(Object.keys(changed.a)).toEqual(["__proto__"]);
  });
});

test("the corpus has something of each kind", () => {
  expect(messageLines.some((line) => line.includes('"notifications/progress"'))).toBe(true);
  expect(messageLines.some((line) => line.includes('"input_required"'))).toBe(true);
  expect(messageLines.some((line) => line.includes('"protocolVersion"'))).toBe(true);
  expect(eventStreams.length).toBeGreaterThan(15);
  expect(challenges.length).toBeGreaterThan(10);
  expect(schemas.every((line) => typeof JSON.parse(line) === "object")).toBe(true);
});
