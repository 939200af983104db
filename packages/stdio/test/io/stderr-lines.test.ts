import fc from "fast-check";
import { expect, test } from "vitest";
import { StderrLines } from "../../src/io/stderr-lines.ts";

function lines(pieces: readonly Uint8Array[], end = true): string[] {
  const seen: string[] = [];
  const reader = new StderrLines((line) => seen.push(line));
  for (const piece of pieces) reader.push(piece);
  if (end) reader.end();
  return seen;
}

test("come out whole, however the bytes are cut", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc
          .string({ unit: "binary", maxLength: 12 })
          .filter((text) => !/[\n\r\ufeff\ud800-\udfff]/.test(text)),
        { maxLength: 8 },
      ),
      fc.integer({ min: 1, max: 9 }),
      (texts, size) => {
        const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(""));
        const pieces: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
        expect(lines(pieces)).toEqual(texts);
      },
    ),
  );
});

test("lose their carriage return, and the last one needs no line feed", () => {
  expect(lines([Buffer.from("a\r\nb\n\nc")])).toEqual(["a", "b", "", "c"]);
  expect(lines([Buffer.from("a\nrest")], false)).toEqual(["a"]);
});

test("that never end come in pieces", () => {
  const pieces = lines([Buffer.from("x".repeat(20_000)), Buffer.from("y\nz\n")]);
  expect(pieces.join("")).toBe(`${"x".repeat(20_000)}yz`);
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(8192);
});
