import fc from "fast-check";
import { expect, test } from "vitest";
import { TextBody } from "../../src/response/body.ts";

function read(limit: number, chunks: readonly Uint8Array[], enough?: number): readonly string[] {
  const events: string[] = [];
  const sink = {
    text: (text: string) => void events.push(text),
    tooLarge: () => void events.push("too large"),
  };
  const body = new TextBody(limit, sink, enough);
  for (const chunk of chunks) body.data(chunk);
  body.end();
  return events;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a body as large as the limit is read", () => {
  expect(read(4, [bytes("ab"), bytes("cd")])).toEqual(["abcd"]);
});

test("one byte more is too large, which is told once", () => {
  expect(read(4, [bytes("ab"), bytes("cde"), bytes("f")])).toEqual(["too large"]);
});

test("a body is given early once it has enough, and then no more", () => {
  expect(read(100, [bytes("abc"), bytes("def")], 2)).toEqual(["abc"]);
});

test("a body that comes byte by byte is the same", () => {
  const text = "ab\u00e9".repeat(1500);
  const all = bytes(text);
  const single = Array.from(all, (_byte, at) => all.subarray(at, at + 1));
  expect(read(all.length, single)).toEqual([text]);
  expect(read(all.length - 1, single)).toEqual(["too large"]);
});

test("an empty body is an empty text", () => {
  expect(read(4, [])).toEqual([""]);
});

test("a byte order mark is no part of the text", () => {
  expect(read(10, [new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d])])).toEqual(["{}"]);
});

test("characters may be cut anywhere", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.nat({ max: 40 })), (text, cuts) => {
      const all = bytes(text);
      const at = [...new Set(cuts.filter((cut) => cut < all.length))].sort((a, b) => a - b);
      const chunks = [0, ...at].map((from, index) => all.slice(from, at[index] ?? all.length));
      expect(read(10_000, chunks)).toEqual([new TextDecoder().decode(all)]);
    }),
  );
});
