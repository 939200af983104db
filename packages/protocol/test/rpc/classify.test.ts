import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classify } from "../../src/rpc/classify.ts";
import { isFailure, type JsonRpcResponse } from "../../src/rpc/messages.ts";

const rpc = (rest: Record<string, unknown>) => ({ jsonrpc: "2.0", ...rest });

describe("messages", () => {
  test.each([
    ["request", rpc({ id: 0, method: "ping" })],
    ["request", rpc({ id: "a", method: "tools/call", params: { name: "x" } })],
    ["notification", rpc({ method: "notifications/progress", params: {} })],
    ["result", rpc({ id: 1, result: {} })],
    ["result", rpc({ id: 1, result: null })],
    ["result", rpc({ id: "1", result: [] })],
    ["failure", rpc({ id: 1, error: { code: -32601, message: "no" } })],
    ["failure", rpc({ error: { code: -32700, message: "parse error" } })],
    ["batch", [rpc({ id: 1, result: {} })]],
  ])("%s: %j", (kind, value) => {
    expect(classify(value)).toMatchObject({ kind });
  });

  test("a message is handed on as it is", () => {
    const message = rpc({ id: 1, result: { a: 1 } });
    expect(classify(message)).toEqual({ kind: "result", message });
  });

  test("null params are no params", () => {
    const seen = classify(rpc({ method: "notifications/initialized", params: null }));
    expect(seen).toMatchObject({ kind: "notification", message: { params: undefined } });
  });

  test("an error without a message has an empty one, and keeps its data", () => {
    const seen = classify(rpc({ id: 1, error: { code: 5, data: { why: "x" } } }));
    expect(seen).toMatchObject({
      kind: "failure",
      message: { id: 1, error: { code: 5, message: "", data: { why: "x" } } },
    });
  });
});

test("a result beside error null is a result, also for isFailure", () => {
  const seen = classify(rpc({ id: 1, result: { ok: true }, error: null }));
  expect(seen.kind).toBe("result");
  if (seen.kind !== "result") return;
  expect(isFailure(seen.message)).toBe(false);
});

test("result and error together are a failure", () => {
  const seen = classify(rpc({ id: 1, result: {}, error: { code: 1, message: "no" } }));
  expect(seen.kind).toBe("failure");
  if (seen.kind === "failure") expect(isFailure(seen.message)).toBe(true);
});

describe("what is no message", () => {
  test.each([
    [null, "not an object but null"],
    [123, "not an object but a number"],
    ["hi", "not an object but a string"],
    [[], "an empty batch"],
    [{}, '"jsonrpc" is not "2.0"'],
    [{ jsonrpc: 2, method: "x" }, '"jsonrpc" is not "2.0"'],
    [{ level: "info" }, '"jsonrpc" is not "2.0"'],
    [rpc({ method: 1 }), '"method" is not a string'],
    [rpc({ method: "x", params: [] }), '"params" of x is not an object'],
    [rpc({ method: "x", params: "a" }), '"params" of x is not an object'],
    [rpc({ method: "x", id: null }), "the id of x is null"],
    [rpc({ method: "x", id: {} }), "the id of x is a object"],
    [rpc({ result: {} }), "a result without an id"],
    [rpc({ id: null, result: {} }), "a result without an id"],
    [rpc({ id: true, result: {} }), "a result without an id"],
  ])("%j: %s", (value, problem) => {
    expect(classify(value)).toEqual({ kind: "invalid", problem });
  });

  test.each([
    [{ id: 1 }, 'neither "method", "result" nor "error"'],
    [{ id: 1, error: null }, 'neither "method", "result" nor "error"'],
    [{ id: 1, error: "boom" }, '"error" is not an object'],
    [{ id: 1, error: { message: "x" } }, 'an error without a numeric "code"'],
    [{ id: 1, error: { code: "1" } }, 'an error without a numeric "code"'],
  ])("%j names the request it should answer: %s", (rest, problem) => {
    expect(classify(rpc(rest))).toEqual({ kind: "invalid", problem, id: 1 });
  });

  test("an answer without the version names its request, other objects do not", () => {
    expect(classify({ id: 1, result: {} })).toMatchObject({ kind: "invalid", id: 1 });
    expect(classify({ jsonrpc: "1.0", id: 1, error: {} })).toMatchObject({ kind: "invalid", id: 1 });
    expect(classify({ id: 1, msg: "started" })).not.toHaveProperty("id");
  });

  test.each([
    [{ params: [] }, "is not an object"],
    [{ id: true }, "is a boolean"],
  ])("a method of any length is named in one short line: %j", (rest, problem) => {
    const seen = classify(rpc({ method: `a\n${"x".repeat(10_000)}`, ...rest }));
    expect(seen).toMatchObject({ kind: "invalid" });
    const text = "problem" in seen ? seen.problem : "";
    expect(text).toContain(problem);
    expect(text).toContain("a xxx");
    expect(text.length).toBeLessThan(250);
  });

  test("inherited names are not members", () => {
    const value = JSON.parse('{"jsonrpc":"2.0","id":1,"__proto__":{"result":{}}}') as unknown;
    expect(classify(value)).toMatchObject({ kind: "invalid", id: 1 });
  });
});

test("any JSON value is classified without an exception, and only objects become messages", () => {
  const keyed = fc.record(
    {
      jsonrpc: fc.constantFrom("2.0", "1.0", 2),
      id: fc.jsonValue(),
      method: fc.jsonValue(),
      params: fc.jsonValue(),
      result: fc.jsonValue(),
      error: fc.oneof(fc.jsonValue(), fc.record({ code: fc.jsonValue(), message: fc.jsonValue() })),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), keyed), (value) => {
      const seen = classify(value);
      if (seen.kind === "invalid" || seen.kind === "batch") return;
      expect(seen.message.jsonrpc).toBe("2.0");
      if (seen.kind === "result" || seen.kind === "failure") {
        expect(isFailure(seen.message satisfies JsonRpcResponse)).toBe(seen.kind === "failure");
      }
    }),
  );
});
