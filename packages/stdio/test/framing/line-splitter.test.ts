// @req stdio.max-line-bytes
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineSplitter } from "../../src/framing/line-splitter.ts";

/** Everything a splitter delivers, in order; an overlong line is `null`. */
function split(limit: number, chunks: readonly (string | Buffer)[], end = false): (string | null)[] {
  const seen: (string | null)[] = [];
  const splitter = new LineSplitter(limit, {
    line: (bytes, start, stop) => seen.push(bytes.toString("latin1", start, stop)),
    tooLong: () => seen.push(null),
  });
  for (const chunk of chunks) splitter.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk, "latin1"));
  if (end) splitter.end();
  return seen;
}

/** Cuts bytes at the given places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((start, index) => bytes.subarray(start, at[index] ?? bytes.length));
}

describe("lines", () => {
  test("come out whole, however the bytes are cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        (raw, places) => {
          const lines = raw.map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x0a)));
          const stream = Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")]));
          const expected = lines.map((line) => line.toString("latin1"));
          expect(split(1000, cut(stream, places))).toEqual(expected);
        },
      ),
    );
  });

  test("over the limit are the only ones missing, however the bytes are cut", () => {
    const line = fc.nat({ max: 24 }).map((length) => "abcdefghijklmnopqrstuvwxyz".slice(0, length));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        fc.integer({ min: 1, max: 20 }),
        (lines, places, limit) => {
          const stream = Buffer.from(lines.flat().join(""));
          const expected = lines.map(([text, ending]) =>
            text.length > limit ? null : text + ending.slice(0, -1),
          );
          expect(split(limit, cut(stream, places))).toEqual(expected);
        },
      ),
    );
  });

  test("that are empty are lines too", () => {
    expect(split(10, ["\n\n", "a\n", "\n"])).toEqual(["", "", "a", ""]);
  });

  test("are delivered up to the byte of the limit", () => {
    expect(split(3, ["abc\n", "abcd\n", "abc\r\n", "abcd\r\n"])).toEqual(["abc", null, "abc\r", null]);
  });

  test("without an end are held back until the stream ends", () => {
    expect(split(10, ["one\ntw", "o"])).toEqual(["one"]);
    expect(split(10, ["one\ntw", "o"], true)).toEqual(["one", "two"]);
    expect(split(10, ["one\n"], true)).toEqual(["one"]);
    expect(split(3, ["four"], true)).toEqual([null]);
  });
});

describe("a line that is too long", () => {
  test("is reported before its end, once, and the next line is delivered", () => {
    const endless = Array.from({ length: 50 }, () => "x".repeat(100));
    expect(split(250, ["first\n", ...endless])).toEqual(["first", null]);
    expect(split(250, ["first\n", ...endless, "y\nnext\n"])).toEqual(["first", null, "next"]);
  });

  test("leaves nothing behind when the stream ends in it", () => {
    expect(split(3, ["abcdefgh", "ij"], true)).toEqual([null]);
  });
});

test("a line of 16 MiB in pieces of 512 bytes takes linear time", () => {
  // Joining at each piece would copy 256 GiB, which no time limit of a test allows.
  const piece = Buffer.alloc(512, "x");
  const pieces = Array.from({ length: 32 * 1024 }, () => piece);
  const seen: number[] = [];
  const splitter = new LineSplitter(64 * 1024 * 1024, {
    line: (_, start, end) => seen.push(end - start),
    tooLong: () => seen.push(-1),
  });
  for (const each of pieces) splitter.push(each);
  splitter.push(Buffer.from("\n"));
  expect(seen).toEqual([16 * 1024 * 1024]);
});
