import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { harness, notice, result } from "./harness.ts";

// @req call.fresh-ids, stdio.correlates
test("answers are matched by id, in any order", async () => {
  const { call, receive } = harness();
  const first = call({ id: 1 });
  const second = call({ id: 2 });
  receive(result(2, { n: 2 }), result(1, { n: 1 }));
  expect(await first.outcome).toMatchObject({ result: { n: 1 } });
  expect(await second.outcome).toMatchObject({ result: { n: 2 } });
});

test("any order of any number of answers reaches its own callers", async () => {
  const orders = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(orders, async (ids) => {
      const { call, receive, diagnostics } = harness();
      const calls = [...ids].sort((a, b) => a - b).map((id) => [id, call({ id })] as const);
      receive(...ids.map((id, at) => result(at % 2 === 0 ? id : String(id), { id })));
      for (const [id, { outcome }] of calls) expect(await outcome).toMatchObject({ result: { id } });
      expect(diagnostics).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

// @req call.response-ids
test("the decimal string of a number answers it, looser strings do not", async () => {
  const { call, receive, codes } = harness();
  const pending = call({ id: 1 });
  receive(result(""), result(" 1"), result("1.0"), result("01"));
  expect(pending.events).toEqual([]);
  expect(codes()).toEqual(Array.from({ length: 4 }, () => "warning unexpected_answer"));
  receive(result("1", { ok: true }));
  expect(await pending.outcome).toMatchObject({ result: { ok: true } });
});

test("a server that answers what nobody asked is warned of a hundred times, and then told of quietly", () => {
  const { receive, codes } = harness();
  receive(...Array.from({ length: 102 }, (_, id) => result(id)));
  const quiet = codes().filter((told) => told === "debug unexpected_answer");
  expect([codes().length, quiet.length]).toEqual([102, 2]);
});

test("a string id of ours is not answered by a number", async () => {
  const { call, receive, codes } = harness();
  const pending = call({ id: "1" });
  receive(result(1));
  expect(codes()).toEqual(["warning unexpected_answer"]);
  receive(result("1"));
  await pending.outcome;
});

test.each(["__proto__", "constructor", "toString", ""])("the id %j is only a name", async (id) => {
  const { call, receive, codes } = harness();
  receive(result(id));
  expect(codes()).toEqual(["warning unexpected_answer"]);
  const pending = call({ id });
  receive(result(id, { mine: true }));
  expect(await pending.outcome).toMatchObject({ result: { mine: true } });
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("a second answer is reported and changes nothing", async () => {
  const { call, receive, diagnostics } = harness();
  const pending = call({ id: 1 });
  receive(result(1, { n: 1 }), result(1, { n: 2 }));
  expect(await pending.outcome).toMatchObject({ result: { n: 1 } });
  expect(diagnostics).toEqual([
    {
      level: "warning",
      code: "unexpected_answer",
      message: "the server answered request 1, which is not in flight",
      server: "node server.mjs",
    },
  ]);
});

test("a failure resolves with the error as sent", async () => {
  const { call, receive } = harness();
  const pending = call({ id: 1 });
  receive({ jsonrpc: "2.0", id: 1, error: { code: -32602, message: "no such tool", data: { a: 1 } } });
  expect(await pending.outcome).toMatchObject({
    error: { code: -32602, message: "no such tool", data: { a: 1 } },
  });
});

// @req catalog.batches
test("a batch is read message by message", async () => {
  const { call, receive, inbound, codes } = harness();
  const first = call({ id: 1 });
  const second = call({ id: 2 });
  receive([result(2), notice("notifications/message", { level: "info", data: 1 }), [result(1)], 7]);
  await second.outcome;
  expect(inbound).toEqual(["notifications/message"]);
  expect(first.events).toEqual([]);
  expect(codes()).toEqual(["warning invalid_message", "warning invalid_message"]);
});

describe("an answer that is none", () => {
  test.each([
    [{ jsonrpc: "2.0", id: 1 }, 'neither "method", "result" nor "error"'],
    [{ jsonrpc: "2.0", id: 1, error: "boom" }, '"error" is not an object'],
    [{ id: 1, result: {} }, '"jsonrpc" is not "2.0"'],
    [{ jsonrpc: "2.0", id: "1" }, 'neither "method", "result" nor "error"'],
  ])("%j fails its request at once", async (message, problem) => {
    const { call, receive } = harness();
    const pending = call({ id: 1, params: { name: "search" } });
    receive(message);
    await expect(pending.outcome).rejects.toMatchObject({
      kind: "protocol",
      code: -32600,
      reason: { type: "invalid_message", problem },
      sent: "yes",
      message: `tools/call "search" on node server.mjs failed: the server's answer is invalid: ${problem}`,
    });
  });

  test("noise is reported in short, and the connection goes on", async () => {
    const { call, receive, diagnostics } = harness();
    const pending = call({ id: 1 });
    const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`) as unknown;
    receive(null, 123, "hi", [], { level: "info", msg: "x".repeat(5000) }, { jsonrpc: "2.0", id: {}, deep });
    expect(diagnostics.map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => "invalid_message"));
    for (const { message } of diagnostics) expect(message.length).toBeLessThan(400);
    expect(diagnostics[1]?.message).toBe(
      "the server sent something that is no message: not an object but a number: 123",
    );
    receive(result(1));
    await pending.outcome;
  });
});

describe("an error without an id", () => {
  const parseError = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "parse error" } };

  test.each(["server/discover", "initialize"])("answers a lone %s", async (method) => {
    const { call, receive } = harness();
    const pending = call({ id: 1, method });
    receive(parseError);
    expect(await pending.outcome).toMatchObject({ error: { code: -32700 } });
  });

  test("is reported otherwise, and fails nobody", async () => {
    const { call, receive, diagnostics } = harness();
    const pending = call({ id: 1 });
    receive(parseError);
    expect(pending.events).toEqual([]);
    expect(diagnostics[0]?.message).toBe(
      "the server reported an error that names no request: -32700 parse error",
    );
    receive(result(1));
    await pending.outcome;
  });
});

test("any JSON value at all neither throws nor settles a request it does not answer", () => {
  const { call, receive } = harness();
  const pending = call({ id: 424_242 });
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom("id", "method", "error", "result"), (value, key) => {
      receive(value, { jsonrpc: "2.0", [key]: value });
    }),
  );
  expect(pending.events).toEqual([]);
});
