import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { type ConnectOptions, connect } from "@snodo/client";
import { fetchHandler, testServer } from "@snodo/testing";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { type FetchHandler, fromFetchHandler } from "../../src/index.ts";
import { failure } from "../support/failure.ts";
import { v2Server } from "../support/v2-server.ts";

const ERAS = ["2026-07-28", "2025-11-25"] as const;
const inputHandlers = { form: () => ({ action: "accept", content: { name: "Ada" } }) as const };

describe.each(ERAS)("createMcpHandler on %s", (protocol) => {
  const open = async (options: ConnectOptions = {}) => {
    const { factory, made } = v2Server();
    const handler = createMcpHandler(factory);
    const client = await connect(fromFetchHandler(handler), { protocol, ...options });
    return { client, handler, made };
  };

  test("lists, calls and reads, as JSON", async () => {
    const { client, made } = await open();
    expect(await client.listTools()).toHaveLength(5);
    const args = { nested: { deep: 1 }, gone: undefined };
    expect(await client.callTool("echo", args)).toMatchObject({
      content: [{ text: '{"nested":{"deep":1}}' }],
    });
    expect((made.seen[0] as typeof args).nested).not.toBe(args.nested);
    expect(await client.readResource("file:///notes.md")).toMatchObject({ contents: [{ text: "notes" }] });
    await client.close();
  });

  test("progress arrives before the call resolves", async () => {
    const { client } = await open();
    const seen: number[] = [];
    await client.callTool("report", {}, { onProgress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual([1, 2, 3]);
    await client.close();
  });

  test("a call that is given up is given up there, too", async () => {
    const { client, made } = await open();
    const controller = new AbortController();
    const call = failure(client.callTool("hang", {}, { signal: controller.signal }));
    await client.callTool("echo");
    controller.abort("enough");
    expect(await call).toBe("enough");
    await client.callTool("echo");
    expect(made.aborted).toHaveLength(1);
    await client.close();
  });

  test("an unknown method is the server's error", async () => {
    const { client } = await open();
    expect(await failure(client.callTool("no-such-tool"))).toMatchObject({ code: -32602 });
    await client.close();
  });
});

test("input rounds through a handler", async () => {
  const { factory } = v2Server();
  await using client = await connect(fromFetchHandler(createMcpHandler(factory)), { inputHandlers });
  expect(client.session.protocolVersion).toBe("2026-07-28");
  expect(await client.callTool("greet")).toMatchObject({ content: [{ text: "hello Ada" }] });
});

test("the detached fetch of a handler is a handler", async () => {
  const { factory } = v2Server();
  const { fetch } = createMcpHandler(factory);
  await using client = await connect(fromFetchHandler(fetch));
  expect(await client.callTool("echo")).toMatchObject({ content: [{ text: "{}" }] });
});

test("a handler that serves 2026-07-28 only, one that serves the older era only", async () => {
  const { factory } = v2Server();
  const modern = createMcpHandler(factory, { legacy: "reject" });
  await using first = await connect(fromFetchHandler(modern));
  expect(first.session.protocolVersion).toBe("2026-07-28");
  expect(await failure(connect(fromFetchHandler(modern), { protocol: "2025-11-25" }))).toMatchObject({
    kind: expect.stringMatching(/protocol|server/),
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => "s1" });
  await factory().connect(transport);
  await using second = await connect(
    fromFetchHandler((request) => transport.handleRequest(request)),
    { inputHandlers },
  );
  expect(second.session).toMatchObject({ protocolVersion: "2025-11-25", sessionId: "s1" });
  expect(await second.callTool("greet")).toMatchObject({ content: [{ text: "hello Ada" }] });
});

test("a Hono app, with the route in the URL and headers for its middleware", async () => {
  const { factory } = v2Server();
  const handler = createMcpHandler(factory);
  const app = new Hono();
  app.use("/api/*", async (context, next) => {
    if (context.req.header("authorization") !== "Bearer t") return context.text("who are you?", 401);
    return await next();
  });
  app.all("/api/mcp", (context) => handler.fetch(context.req.raw));
  const url = "http://app.test/api/mcp";
  await using client = await connect(fromFetchHandler(app, { url, headers: { authorization: "Bearer t" } }));
  expect(await client.callTool("echo")).toMatchObject({ content: [{ text: "{}" }] });
  expect(await failure(connect(fromFetchHandler(app, { url })))).toMatchObject({
    kind: "transport",
    message: expect.stringContaining("http://app.test/api/mcp"),
  });
  expect(await failure(connect(fromFetchHandler(app, { url: "http://app.test/elsewhere" })))).toMatchObject({
    kind: "transport",
  });
});

test("a handler that throws loses the connection, and what it threw is the cause", async () => {
  const { factory } = v2Server();
  const handler = createMcpHandler(factory);
  const cause = new Error("no database");
  const transport = fromFetchHandler((request) => {
    if (request.headers.get("mcp-method") === "tools/list") throw cause;
    return handler.fetch(request);
  });
  await using client = await connect(transport);
  expect(await failure(client.listTools())).toMatchObject({
    kind: "transport",
    sent: "maybe",
    message:
      "tools/list on http://localhost/mcp failed: the connection was lost before the answer (no database)",
    cause,
  });
});

test("a handler that returns no Response is told what it did", async () => {
  const error = await failure(connect(fromFetchHandler((() => undefined) as unknown as FetchHandler)));
  expect(error).toMatchObject({
    kind: "transport",
    message: expect.stringContaining("the handler returned something that is no Response"),
  });
});

test("limits are those of http", async () => {
  const server = testServer({ tools: { big: () => "x".repeat(2000) } });
  await using client = await connect(fromFetchHandler(fetchHandler(server), { maxResponseBytes: 1000 }), {
    protocol: "2026-07-28",
  });
  expect(await failure(client.callTool("big"))).toMatchObject({
    reason: { type: "max_response_bytes", limit: 1000 },
  });
});

test("what cannot be a handler is a misuse", () => {
  expect(() => fromFetchHandler({} as never)).toThrow(TypeError);
  expect(() => fromFetchHandler(() => new Response(), { url: "mcp" })).toThrow(TypeError);
});
