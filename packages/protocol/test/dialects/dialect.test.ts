import { describe, expect, test } from "vitest";
import { withMeta } from "../../src/dialects/dialect.ts";

// @req call.meta-precedence
describe("_meta of a request", () => {
  test("the caller's option wins over params, params over the dialect, the library's own over all", () => {
    const params = { name: "x", _meta: { a: "params", b: "params", c: "params", d: "params" } };
    const sent = withMeta(params, {
      base: { a: "base", e: "base" },
      meta: { b: "meta", c: "meta" },
      fixed: { c: "fixed" },
    });
    expect(sent).toEqual({
      name: "x",
      _meta: { a: "params", b: "meta", c: "fixed", d: "params", e: "base" },
    });
  });

  test("nothing to say leaves the params alone", () => {
    const params = { cursor: "c" };
    expect(withMeta(params, { base: undefined })).toBe(params);
    expect(withMeta(undefined, { base: undefined })).toBeUndefined();
  });

  test("a dialect with metadata always sends params", () => {
    expect(withMeta(undefined, { base: { v: 1 } })).toEqual({ _meta: { v: 1 } });
    expect(withMeta({ name: "x" }, { base: { v: 1 } })).toEqual({ name: "x", _meta: { v: 1 } });
  });

  test("in the initialize era only what the caller adds is sent", () => {
    expect(withMeta(undefined, { base: undefined, fixed: { progressToken: 4 } })).toEqual({
      _meta: { progressToken: 4 },
    });
  });

  test("the caller's objects are not changed", () => {
    const params = Object.freeze({ _meta: Object.freeze({ a: 1 }) });
    const base = Object.freeze({ b: 2 });
    expect(withMeta(params, { base, meta: Object.freeze({ c: 3 }) })).toEqual({
      _meta: { a: 1, b: 2, c: 3 },
    });
  });

  test("null is no metadata, anything else that is no object is a mistake", () => {
    expect(withMeta({ _meta: null }, { base: { v: 1 } })).toEqual({ _meta: { v: 1 } });
    for (const odd of ["text", 7, [1]]) {
      expect(() => withMeta({ _meta: odd }, { base: { v: 1 } })).toThrow(
        new TypeError("params._meta must be an object"),
      );
    }
  });

  test("hostile keys stay own keys", () => {
    const params = JSON.parse('{"__proto__":{"x":1},"_meta":{"__proto__":{"y":1}}}') as Record<
      string,
      unknown
    >;
    const sent = withMeta(params, { base: { v: 1 } });
    expect(JSON.stringify(sent)).toBe('{"__proto__":{"x":1},"_meta":{"v":1,"__proto__":{"y":1}}}');
    expect(Object.getPrototypeOf(sent)).toBe(Object.prototype);
  });
});
