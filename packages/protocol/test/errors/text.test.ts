import { expect, describe as group, test } from "vitest";
import { describe, MAX_QUOTED, messageOf, notJson, publicUrl, quote } from "../../src/errors/text.ts";

group("quoting a peer", () => {
  test.each([
    ["plain", "plain"],
    ["  two\r\nlines\u0000\u001b[31m ", "two lines [31m"],
    ["a\u2028b\u0085c", "a b c"],
  ])("%j is quoted %j", (text, quoted) => {
    expect(quote(text)).toBe(quoted);
  });

  test.each([
    ['{"authorization":"Bearer eyJhbGciOi.J9-_~+/x=="}', '{"authorization":"Bearer …"}'],
    ["Authorization: Basic dXNlcjpwYXNzd29yZDEyMw==\nHost: x", "Authorization: Basic … Host: x"],
    ["a DPoP abcdefghijklmnopqrst, a bearer\r\n abcdefghijklmnopqrst", "a DPoP …, a bearer  …"],
    ["Bearer token is missing; Basic is not allowed", "Bearer token is missing; Basic is not allowed"],
    ["use Basic auth", "use Basic auth"],
  ])("credentials that a peer shows are left out of %j", (text, quoted) => {
    expect(quote(text)).toBe(quoted);
  });

  test("credentials that were cut with the text are left out, too", () => {
    const token = "x".repeat(40);
    expect(quote(`Bearer ${token} ${token} Bearer yyyyy`, 46)).toBe(
      `Bearer … ${"x".repeat(37)}… (101 characters)`,
    );
    expect(quote(`${" ".repeat(9)}Bearer abcdefghijklmnopqrst`, 10)).toBe("Bearer …");
  });

  test("a long text is clipped and says how long it was", () => {
    expect(quote("x".repeat(MAX_QUOTED))).toHaveLength(MAX_QUOTED);
    expect(quote("x".repeat(3_000_000))).toBe(`${"x".repeat(MAX_QUOTED)}… (3000000 characters)`);
    expect(quote("abcdef", 3)).toBe("abc… (6 characters)");
  });
});

test.each([
  [{ method: "tools/list" }, "tools/list"],
  [{ method: "tools/call", params: { name: "search" } }, 'tools/call "search"'],
  [{ method: "prompts/get", params: { name: "a\nb" } }, 'prompts/get "a b"'],
  [{ method: "resources/read", params: { uri: "file:///a", name: "x" } }, 'resources/read "file:///a"'],
  [{ method: "tools/call", params: { name: 7 } }, "tools/call"],
  [{ method: "tools/call", params: null }, "tools/call"],
  [{ method: "com.example/a\r\nb" }, "com.example/a b"],
])("%j is described as %s", (request, text) => {
  expect(describe(request)).toBe(text);
});

test.each([
  ["https://user:secret@example.com:8443/mcp?token=x#y", "https://example.com:8443/mcp"],
  ["http://[::1]:80/", "http://[::1]/"],
  ["ws://example.com/a?b", "ws://example.com/a"],
  ["custom://host/path?secret", "custom://host/path"],
  ["not a url?token=secret", "an invalid URL"],
])("%s is shown as %s", (url, shown) => {
  expect(publicUrl(url)).toBe(shown);
});

test.each([
  [new Error("boom"), "boom"],
  ["text", "text"],
  [undefined, "undefined"],
  [Symbol("s"), "Symbol(s)"],
  [{ toString: () => "own" }, "own"],
  [Object.create(null), "an unprintable value was thrown"],
])("whatever was thrown has a message (%#)", (thrown: unknown, message) => {
  expect(messageOf(thrown)).toBe(message);
});

test.each([
  [{ method: "tools/call", params: { name: "a", arguments: { n: 1n } } }, 'tools/call "a"'],
  [{ jsonrpc: "2.0", id: 1, result: {} } as const, "an answer"],
])("what JSON cannot hold is named (%#)", (message, what) => {
  const cause = new TypeError("Do not know how to serialize a BigInt");
  const error = notJson(message, cause);
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toBe(`${what} cannot be written as JSON: Do not know how to serialize a BigInt`);
  expect(error.cause).toBe(cause);
});
