import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type HeadersLike,
  InvalidHeaderError,
  isProtected,
  readHeaders,
} from "../../src/request/user-headers.ts";

test.each<[string, HeadersLike]>([
  ["Headers", new Headers({ "X-A": "1", "x-b": "2" })],
  [
    "pairs",
    [
      ["X-A", "1"],
      ["x-b", "2"],
    ],
  ],
  [
    "a Map",
    new Map([
      ["X-A", "1"],
      ["x-b", "2"],
    ]),
  ],
  ["an object", { "X-A": "1", "x-b": "2" }],
  ["an object with undefined values", { "X-A": "1", gone: undefined, "x-b": "2" }],
])("%s", (_name, headers) => {
  expect(readHeaders(headers)).toEqual({ list: ["x-a", "1", "x-b", "2"], ignored: [] });
});

test("values of one name are joined", () => {
  expect(
    readHeaders([
      ["A", "1"],
      ["a", "2"],
      ["Cookie", "x=1"],
      ["cookie", "y=2"],
    ]).list,
  ).toEqual(["a", "1, 2", "cookie", "x=1; y=2"]);
});

test("what the protocol controls is left out, and named", () => {
  const given = {
    Accept: "text/html",
    "Content-Type": "x",
    "MCP-Protocol-Version": "1",
    "mcp-param-x": "1",
    Host: "h",
    "x-mine": "1",
  };
  expect(readHeaders(given)).toEqual({
    list: ["x-mine", "1"],
    ignored: ["accept", "content-type", "mcp-protocol-version", "mcp-param-x", "host"],
  });
});

test.each(["line\nbreak", "nul\0", "smile 😀", "数", "\x7f"])(
  "the value %j is refused by the header's name, without the value",
  (value) => {
    const attempt = (): unknown => readHeaders({ "X-Key": value });
    expect(attempt).toThrow(TypeError);
    expect(attempt).toThrow(/^the header "x-key" has a value/);
    expect(attempt).toThrow(expect.objectContaining({ header: "x-key" }));
    expect(attempt).not.toThrow(value);
  },
);

test("Latin-1 is what HTTP carries", () => {
  expect(readHeaders({ a: "é\ttab " }).list).toEqual(["a", "é\ttab"]);
});

test.each(["", "a b", "a:b", "é", "a\r\nb"])("the name %j is refused", (name) => {
  expect(() => readHeaders([[name, "1"]])).toThrow(InvalidHeaderError);
});

test("anything else is a TypeError", () => {
  expect(() => readHeaders(null as unknown as HeadersLike)).toThrow("headers must be");
  expect(() => readHeaders("a: b" as unknown as HeadersLike)).toThrow("headers must be");
});

test("names from outside are not looked up in a prototype", () => {
  expect(
    readHeaders([
      ["__proto__", "1"],
      ["constructor", "2"],
    ]).list,
  ).toEqual(["__proto__", "1", "constructor", "2"]);
  expect(isProtected("constructor")).toBe(false);
});

test("whatever is accepted can be sent by fetch", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (name, value) => {
      let list: readonly string[];
      try {
        ({ list } = readHeaders([[name, value]]));
      } catch {
        return;
      }
      for (let at = 0; at < list.length; at += 2) new Headers([[list[at] as string, list[at + 1] as string]]);
    }),
  );
});
