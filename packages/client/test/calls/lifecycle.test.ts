// @req call.result-as-sent, call.is-error-resolves, call.server-error, call.fresh-ids, call.request, call.named-methods
// @req call.one-api, rule.01, rule.02, initialize.no-meta, call.response-ids, cancel.late-answer
import { type JsonRpcRequest, META } from "@snodo/protocol";
import { RpcFault, testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { dial, ERAS, gate, MATRIX, open, thrown } from "../support/clients.ts";
import { fault, rawServer } from "../support/raw-server.ts";

const sample = () =>
  testServer({
    tools: {
      echo: (args) => ({
        content: [{ type: "text", text: JSON.stringify(args) }],
        extra: { kept: [1, null] },
      }),
      broken: () => {
        throw new Error("it broke");
      },
    },
    resources: { "file:///a": "A" },
    prompts: { greet: ({ who }) => `Hello ${String(who)}` },
    completions: ({ argument }) => [`${argument.value}!`],
  });

describe.each(MATRIX)("%s over %s", (protocol, over) => {
  test("every verb resolves with the result as sent", async () => {
    const { client } = await dial(sample(), over, { protocol });
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["echo", "broken"]);
    expect((await client.listResources()).map(({ uri }) => uri)).toEqual(["file:///a"]);
    expect(await client.listResourceTemplates()).toEqual([]);
    expect((await client.listPrompts()).map(({ name }) => name)).toEqual(["greet"]);
    expect(await client.callTool("echo", { a: [1] })).toMatchObject({
      content: [{ type: "text", text: '{"a":[1]}' }],
      extra: { kept: [1, null] },
    });
    expect(await client.readResource("file:///a")).toMatchObject({
      contents: [{ uri: "file:///a", text: "A" }],
    });
    expect(await client.getPrompt("greet", { who: "Ada" })).toMatchObject({
      messages: [{ role: "user", content: { type: "text", text: "Hello Ada" } }],
    });
    const ref = { type: "ref/prompt", name: "greet" } as const;
    const argument = { name: "who", value: "A" };
    expect(await client.complete({ ref, argument })).toMatchObject({ completion: { values: ["A!"] } });
    expect(await client.request("tools/call", { name: "echo" })).toMatchObject({ content: [{ text: "{}" }] });
  });

  test("a tool that reports its own failure resolves", async () => {
    const { client } = await dial(sample(), over, { protocol });
    const result = await client.callTool("broken");
    expect(result).toMatchObject({ isError: true, content: [{ text: "it broke" }] });
  });

  test("a JSON-RPC error rejects with its code, message and data untouched", async () => {
    const server = sample();
    const data = { nested: { list: [1, "2", null] } };
    const { client } = await dial(server, over, { protocol });
    server.failNext("tools/call", new RpcFault(-31_001, "“no” \u0000", data));
    expect(await thrown(client.callTool("echo"))).toMatchObject({
      name: "McpError",
      kind: "server",
      code: -31_001,
      message: "“no” \u0000",
      data,
      reason: { type: "server_error" },
      sent: "yes",
    });
  });
});

describe.each(ERAS)("%s", (protocol) => {
  test("ids are integers from 1, each used once, whatever runs at the same time", async () => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    await Promise.all(Array.from({ length: 50 }, () => client.callTool("any")));
    const ids = server.received
      .filter((message): message is JsonRpcRequest => "id" in message)
      .map(({ id }) => id);
    expect(ids).toEqual(ids.map((_id, index) => index + 1));
  });

  test("calls at the same time each get their own answer, in any order", async () => {
    const gates = [gate(), gate(), gate()];
    const server = testServer({
      tools: {
        wait: async ({ at }) => {
          await gates[at as number]?.opened;
          return String(at);
        },
      },
    });
    const { client } = await dial(server, "pipe", { protocol });
    const calls = gates.map((_gate, at) => client.callTool("wait", { at }));
    for (const { open: go } of [...gates].reverse()) go();
    const texts = (await Promise.all(calls)).map(({ content }) => (content[0] as { text: string }).text);
    expect(texts).toEqual(["0", "1", "2"]);
  });

  test("one client serves calls that succeed, fail and are refused at once", async () => {
    const server = rawServer({
      methods: {
        "tools/call": ({ params }) => (params?.["name"] === "bad" ? fault(-32_000) : { content: [] }),
      },
    });
    const { client } = await open(server.transport, { protocol });
    const outcomes = await Promise.allSettled(["a", "bad", "b", ""].map((name) => client.callTool(name)));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected"]);
  });

  test("an answer under the decimal string of the id is the answer; nothing looser is", async () => {
    const server = rawServer({
      intercept: (message) => "method" in message && message.method === "tools/call",
    });
    const { client, codes } = await open(server.transport, { protocol });
    const call = client.callTool("any");
    const { id } = await server.arrived("tools/call");
    for (const wrong of ["", ` ${id}`, `${id}.0`, `0${id}`, Number(id) + 7]) server.reply(wrong, { wrong });
    server.reply(String(id), { content: [], right: true });
    expect(await call).toMatchObject({ right: true });
    server.reply(id, { content: [], second: true });
    expect(codes()).toEqual(Array(6).fill("unexpected_answer"));
  });

  test("params are sent as given, and the caller's object is not changed", async () => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    const params = Object.freeze({
      name: "any",
      arguments: Object.freeze({ a: 1 }),
      _meta: Object.freeze({ x: 1 }),
    });
    await client.request("tools/call", params);
    const [sent] = server.requests("tools/call");
    expect(sent?.params).toMatchObject({ name: "any", arguments: { a: 1 }, _meta: { x: 1 } });
    expect(params).toEqual({ name: "any", arguments: { a: 1 }, _meta: { x: 1 } });
  });
});

test("the initialize era adds no `_meta`", async () => {
  const server = rawServer();
  const { client } = await open(server.transport, { protocol: "2025-06-18" });
  await client.callTool("any", { a: 1 });
  expect(server.requests("tools/call")[0]?.params).toEqual({ name: "any", arguments: { a: 1 } });
  await client.ping();
  expect(server.requests("ping")[0]).toEqual({ jsonrpc: "2.0", id: 3, method: "ping", params: {} });
});

test("every stateless request carries version, client and capabilities, empty ones included", async () => {
  const server = rawServer({ methods: { "com.example/odd": () => ({}) } });
  const { client } = await open(server.transport, { protocol: "2026-07-28" });
  await client.callTool("any");
  await client.request("com.example/odd");
  await client.discover();
  for (const { params } of server.received as JsonRpcRequest[]) {
    expect(params?.["_meta"]).toMatchObject({
      [META.protocolVersion]: "2026-07-28",
      [META.clientInfo]: { name: "snodo" },
      [META.clientCapabilities]: {},
    });
  }
});
