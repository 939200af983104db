import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeHeaderValue, encodeHeaderValue } from "../../src/headers/encode.ts";

// @req header.values, rule.33
describe("encoding", () => {
  test.each([
    ["us-west1", "us-west1"],
    ["us west 1", "us west 1"],
    [" padded ", "=?base64?IHBhZGRlZCA=?="],
    ["Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="],
    ["line1\nline2", "=?base64?bGluZTEKbGluZTI=?="],
    ["\tindented", "=?base64?CWluZGVudGVk?="],
    ["a\tb", "=?base64?YQli?="],
    ["=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="],
    ["=?base64?=", "=?base64?PT9iYXNlNjQ/PQ==?="],
    ["=?BASE64?AAAA?=", "=?BASE64?AAAA?="],
    ["", ""],
    ["file:///a%20b?q=1", "file:///a%20b?q=1"],
    ["a\r\nx-evil: 1", "=?base64?YQ0KeC1ldmlsOiAx?="],
    ["\u007f", "=?base64?fw==?="],
  ])("%j is sent as %s", (text, value) => {
    expect(encodeHeaderValue(text)).toBe(value);
    expect(decodeHeaderValue(value)).toBe(text);
  });

  test("every text comes back, and only visible ASCII and inner spaces are sent", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme" }),
      fc.string().map((inner) => `=?base64?${inner}?=`),
    );
    fc.assert(
      fc.property(text, (value) => {
        const sent = encodeHeaderValue(value);
        expect(sent).toMatch(/^[\x20-\x7e]*$/);
        expect(sent.trim()).toBe(sent);
        expect(decodeHeaderValue(sent)).toBe(value);
      }),
    );
  });

  test("a long value is sent whole", () => {
    const text = "é".repeat(200_000);
    expect(decodeHeaderValue(encodeHeaderValue(text))).toBe(text);
  });
});

test.each(["=?base64?*?=", "=?base64?/w==?=", "=?base64?4pg?="])("%s cannot be decoded", (value) => {
  expect(decodeHeaderValue(value)).toBeUndefined();
});
