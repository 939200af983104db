// @req call.meta-precedence, call.trace-context, log.both-eras, rule.19, rule.18
import { type JsonObject, LOG_LEVELS, type LogMessage, META } from "@snodo/protocol";
import { testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import type { CallOptions, ConnectOptions } from "../../src/index.ts";
import { dial, ERAS, failure, INITIALIZE_REVISIONS, MATRIX, open, thrown } from "../support/clients.ts";
import { fault, rawServer } from "../support/raw-server.ts";

const TRACE = {
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  tracestate: "rojo=00f067aa0ba902b7",
};

async function metaOf(
  options: ConnectOptions,
  call: CallOptions,
  params: JsonObject = {},
): Promise<JsonObject> {
  const server = rawServer();
  const { client } = await open(server.transport, options);
  await client.request("tools/call", { name: "any", ...params }, call);
  return (server.requests("tools/call")[0]?.params["_meta"] ?? {}) as JsonObject;
}

describe.each(ERAS)("%s", (protocol) => {
  test("`meta` wins over `params._meta`", async () => {
    const meta = await metaOf({ protocol }, { meta: { a: "meta", b: 1 } }, { _meta: { a: "params", c: 2 } });
    expect(meta).toMatchObject({ a: "meta", b: 1, c: 2 });
  });

  test("`traceContext` wins over both, and only its own fields are sent", async () => {
    const given = { traceparent: "mine", tracestate: "mine", baggage: "kept=1" };
    const meta = await metaOf({ protocol }, { meta: given, traceContext: TRACE }, { _meta: given });
    expect(meta).toMatchObject({ ...TRACE, baggage: "kept=1" });
    const { traceparent } = TRACE;
    expect(
      await metaOf({ protocol }, { traceContext: { traceparent, tracestate: undefined } }),
    ).not.toHaveProperty("tracestate");
  });

  test("`onProgress` sends the request's id as token; nothing is sent without it", async () => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    await client.callTool("any", {}, { onProgress: () => undefined });
    await client.callTool("any", {}, { meta: { progressToken: "mine" } });
    await client.callTool("any");
    const [first, second, third] = server.requests("tools/call");
    expect(first?.params["_meta"]).toMatchObject({ progressToken: first?.id });
    expect(second?.params["_meta"]).toMatchObject({ progressToken: "mine" });
    expect(third?.params["_meta"] ?? {}).not.toHaveProperty("progressToken");
  });

  test("a hostile key of the caller's `_meta` is a key like any other", async () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as JsonObject;
    const meta = await metaOf({ protocol }, {}, { _meta: hostile });
    expect(Object.keys(meta)).toEqual(expect.arrayContaining(["__proto__", "constructor"]));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

test("the caller's `_meta` wins over the dialect's", async () => {
  const mine = { name: "mine", version: "9" };
  const meta = await metaOf(
    { protocol: "2026-07-28" },
    { meta: { [META.clientCapabilities]: { x: {} } } },
    { _meta: { [META.clientInfo]: mine, [META.clientCapabilities]: {} } },
  );
  expect(meta).toMatchObject({
    [META.protocolVersion]: "2026-07-28",
    [META.clientInfo]: mine,
    [META.clientCapabilities]: { x: {} },
  });
});

describe("the log level on 2026-07-28", () => {
  const protocol = "2026-07-28";
  const level = async (options: ConnectOptions, call: CallOptions, params: JsonObject = {}) =>
    (await metaOf({ protocol, ...options }, call, params))[META.logLevel];
  const onLog = () => undefined;

  test.each<[string, ConnectOptions, CallOptions, string | undefined]>([
    ["none unless asked for", {}, {}, undefined],
    ["the client's", { logLevel: "debug" }, {}, "debug"],
    ["the call's, over the client's", { logLevel: "debug" }, { logLevel: "error" }, "error"],
    ["info for a client that takes logs", { onLog }, {}, "info"],
    ["info for a call that takes logs", {}, { onLog }, "info"],
    ["the client's for a call that takes logs", { logLevel: "warning" }, { onLog }, "warning"],
    ["the caller's `_meta`, over a default", { onLog }, { meta: { [META.logLevel]: "alert" } }, "alert"],
    [
      "the call's, over its own `_meta`",
      {},
      { logLevel: "error", meta: { [META.logLevel]: "alert" } },
      "error",
    ],
  ])("%s", async (_name, options, call, expected) => {
    expect(await level(options, call)).toBe(expected);
  });

  test("the params' `_meta` wins over a default", async () => {
    expect(await level({ logLevel: "debug" }, {}, { _meta: { [META.logLevel]: "alert" } })).toBe("alert");
  });

  test("`setLogLevel` sends nothing, and goes with each later call", async () => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    await client.setLogLevel("notice");
    expect(server.received).toEqual([]);
    await client.callTool("any");
    expect(server.requests("tools/call")[0]?.params["_meta"]).toMatchObject({ [META.logLevel]: "notice" });
  });
});

describe.each(INITIALIZE_REVISIONS)("the log level in %s", (protocol) => {
  test("is set once at connect time", async () => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol, logLevel: "warning" });
    expect(server.requests("logging/setLevel").map(({ params }) => params)).toEqual([{ level: "warning" }]);
    await client.callTool("any", {}, { logLevel: "warning" });
    expect(server.requests("logging/setLevel")).toHaveLength(1);
    expect(server.requests("tools/call")[0]?.params).toEqual({ name: "any", arguments: {} });
  });

  test("is set before a call that asks for another one", async () => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    await client.callTool("any", {}, { logLevel: "debug" });
    await client.callTool("any", {}, { logLevel: "debug" });
    await client.callTool("any", {}, { logLevel: "error" });
    const order = server.received
      .flatMap((message) => ("method" in message ? [message.method] : []))
      .slice(2);
    expect(order).toEqual(["logging/setLevel", "tools/call", "tools/call", "logging/setLevel", "tools/call"]);
  });

  test("is set by `setLogLevel`, whose refusal is the server's error", async () => {
    const server = rawServer({ methods: { "logging/setLevel": () => fault(-32_601, "no logging") } });
    const { client } = await open(server.transport, { protocol });
    expect(await failure(client.setLogLevel("debug"))).toMatchObject({
      kind: "server",
      message: "no logging",
    });
  });

  test("that the server refuses is reported, asked for once, and fails no call", async () => {
    const server = rawServer({ methods: { "logging/setLevel": () => fault(-32_601, "no logging") } });
    const { client, diagnostics } = await open(server.transport, { protocol, logLevel: "info" });
    await client.callTool("any", {}, { logLevel: "info" });
    expect(server.requests("logging/setLevel")).toHaveLength(1);
    expect(diagnostics).toMatchObject([
      { level: "warning", code: "log_level_refused", server: "raw-server" },
    ]);
    expect(diagnostics[0]?.message).toBe("the server did not accept the log level info: no logging");
  });
});

describe.each(MATRIX)("log messages in %s over %s", (protocol, over) => {
  const chatty = () =>
    testServer({
      tools: {
        talk: (_args, context) => {
          for (const level of LOG_LEVELS) context.log(level, { at: level }, "talker");
          return "said";
        },
      },
    });

  test("reach the client's callback, from the level on", async () => {
    const seen: LogMessage[] = [];
    const { client } = await dial(chatty(), over, {
      protocol,
      logLevel: "error",
      onLog: (message) => seen.push(message),
    });
    await client.callTool("talk");
    expect(seen).toEqual(
      ["error", "critical", "alert", "emergency"].map((level) => ({
        level,
        data: { at: level },
        logger: "talker",
      })),
    );
  });

  test("reach the call's callback instead, before the call resolves", async () => {
    const ofClient: LogMessage[] = [];
    const ofCall: LogMessage[] = [];
    const { client } = await dial(chatty(), over, { protocol, onLog: (message) => ofClient.push(message) });
    await client.callTool("talk", {}, { logLevel: "alert", onLog: (message) => ofCall.push(message) });
    expect(ofCall.map(({ level }) => level)).toEqual(["alert", "emergency"]);
    expect(ofClient).toEqual([]);
  });

  test("without a callback are dropped without a word", async () => {
    const { client, diagnostics } = await dial(chatty(), over, { protocol, logLevel: "debug" });
    await client.callTool("talk");
    expect(diagnostics).toEqual([]);
  });

  test("a callback that throws is reported and fails nothing", async () => {
    const boom = () => {
      throw new Error("disk full");
    };
    const { client, diagnostics } = await dial(chatty(), over, { protocol, onLog: boom });
    await client.callTool("talk", {}, { logLevel: "emergency" });
    await client.callTool("talk", {}, { logLevel: "emergency", onLog: boom });
    const report = {
      level: "warning",
      code: "callback_failed",
      message: "the onLog callback threw: disk full",
    };
    expect(diagnostics).toMatchObject([report, report]);
  });

  test("an async callback that rejects is reported, too", async () => {
    const boom = (async () => {
      throw new Error("later");
    }) as () => void;
    const { client, codes } = await dial(chatty(), over, { protocol, onLog: boom });
    await client.callTool("talk", {}, { logLevel: "emergency" });
    await Promise.resolve();
    expect(codes()).toEqual(["callback_failed"]);
  });
});

test.each(ERAS)("on a pipe every call in flight that asked for logs gets them (%s)", async (protocol) => {
  const seen: string[] = [];
  const server = rawServer({
    intercept: (message) => "method" in message && message.method === "tools/call",
  });
  const { client } = await open(server.transport, { protocol, onLog: () => seen.push("client") });
  const calls = ["a", "b"].map((name) => client.callTool(name, {}, { onLog: () => seen.push(name) }));
  const quiet = client.callTool("c");
  await server.arrived("tools/call", 3);
  server.send({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 1 } });
  expect(seen).toEqual(["a", "b"]);
  for (const { id } of server.requests("tools/call")) server.reply(id, { content: [] });
  await Promise.all([...calls, quiet]);
  server.send({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 2 } });
  expect(seen).toEqual(["a", "b", "client"]);
});

test("a callback that is not a function is refused", async () => {
  const { client } = await open(rawServer().transport);
  expect(await thrown(client.callTool("any", {}, { onLog: 7 as never }))).toBeInstanceOf(TypeError);
});
