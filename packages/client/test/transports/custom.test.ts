// @req custom.any-object, custom.no-progress, custom.no-listen, custom.no-notify, call.transport-error
import {
  type JsonRpcRequest,
  META,
  REVISIONS,
  type RuntimeContext,
  type RuntimeSession,
} from "@snodo/protocol";
import { type TestServer, testServer } from "@snodo/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { connect } from "../../src/index.ts";
import { failure, open, recorder, thrown } from "../support/clients.ts";
import { ANSWER, ASK, answering } from "../support/rounds.ts";
import { requestResponse } from "./request-response.ts";
import { type Served, serveMessagePort, serveWebSocket } from "./serve.ts";
import { webSocket } from "./websocket.ts";

const sample = () =>
  testServer({
    tools: {
      echo: (args) => JSON.stringify(args),
      count: ({ to }, context) => {
        for (let step = 1; step <= Number(to); step += 1) context.progress(step, Number(to));
        return "counted";
      },
      ask: async (_args, context) => JSON.stringify(await context.input({ q: ASK.form })),
      wait: () => new Promise(() => undefined),
    },
  });

describe.each<[string, (server: TestServer) => Served | Promise<Served>]>([
  ["WebSocket", (server) => serveWebSocket(server)],
  ["MessagePort", (server) => serveMessagePort(server)],
])("a client over a %s", (_name, serve) => {
  const begin = async (server = sample(), options = {}) => {
    const served = await serve(server);
    onTestFinished(() => served.dispose());
    return { served, server, ...(await open(served.transport, options)) };
  };

  test.each(REVISIONS)("calls, progress, input and subscriptions work in %s", async (protocol) => {
    const { client, server } = await begin(sample(), { protocol, inputHandlers: answering().handlers });
    expect(await client.callTool("echo", { a: "ü" })).toMatchObject({ content: [{ text: '{"a":"ü"}' }] });
    let seen = 0;
    await client.callTool("count", { to: 100 }, { onProgress: () => (seen += 1) });
    expect(seen).toBe(100);
    expect(await client.callTool("ask")).toMatchObject({
      content: [{ text: JSON.stringify({ q: ANSWER.form }) }],
    });
    const subscription = await client.listen({ toolsListChanged: true });
    server.announce.toolsChanged();
    expect(await subscription.next()).toMatchObject({
      value: { method: "notifications/tools/list_changed" },
    });
    await subscription.close();
  });

  test("a lost server is told by its label, without the query of its URL", async () => {
    const { client, served } = await begin();
    const failing = failure(client.callTool("wait", {}, { onProgress: () => undefined }));
    await client.callTool("echo");
    served.sever();
    const error = await failing;
    expect(error.reason).toMatchObject({ type: "outcome_unknown", lost: { type: "connection_lost" } });
    expect(error.message).not.toContain("secret");
    expect((await client.closed).reason).toEqual({ type: "connection_lost" });
  });
});

test("a WebSocket server that is not there is unreachable, and says why", async () => {
  const served = await serveWebSocket(sample());
  await served.dispose();
  const error = await failure(connect(served.transport));
  expect(error).toMatchObject({
    kind: "transport",
    code: -32_000,
    reason: { type: "unreachable", osCode: "ECONNREFUSED" },
  });
  expect(error.message).toMatch(/^cannot connect to ws:\/\/127\.0\.0\.1:\d+\/mcp: connect ECONNREFUSED/);
  expect(await thrown(connect(webSocket("ws://127.0.0.1:9/"), { signal: AbortSignal.abort("no") }))).toBe(
    "no",
  );
});

describe("a transport of one question and one answer", () => {
  const session = { auth: undefined, signal: new AbortController().signal } as unknown as RuntimeSession;
  const begin = async (server = sample()) => {
    const sent: JsonRpcRequest[] = [];
    const transport = requestResponse(async (request, signal) => {
      sent.push(request);
      const context = {
        session,
        auth: undefined,
        signal,
        notify: () => undefined,
      } as unknown as RuntimeContext;
      return JSON.parse(JSON.stringify(await server.dispatch(request, context)));
    }, "the queue");
    return { transport, sent };
  };

  test("connects with 2026-07-28 and carries calls; progress is simply absent", async () => {
    const { transport, sent } = await begin();
    const { client, diagnostics } = await open(transport);
    expect(client.session.protocolVersion).toBe("2026-07-28");
    let seen = 0;
    await client.callTool("count", { to: 3 }, { onProgress: () => (seen += 1) });
    expect(seen).toBe(0);
    expect((sent.at(-1)?.params?.["_meta"] as object | undefined) ?? {}).toHaveProperty([META.progressToken]);
    expect(diagnostics).toEqual([]);
  });

  test("answers input rounds, which are calls like any other", async () => {
    const { transport } = await begin();
    const { client } = await open(transport, { inputHandlers: answering().handlers });
    expect(await client.callTool("ask")).toMatchObject({
      content: [{ text: JSON.stringify({ q: ANSWER.form }) }],
    });
  });

  test("cannot open an initialize-era connection, and says what it needs", async () => {
    const { transport, sent } = await begin(testServer({ revisions: ["2025-11-25"] }));
    const error = await failure(connect(transport));
    expect(error).toMatchObject({ kind: "protocol", code: -32_602 });
    expect(error.message).toContain("its transport cannot send notifications");
    expect(sent.map(({ method }) => method)).toEqual(["server/discover"]);
  });

  test("refuses `listen` with a TypeError", async () => {
    const { client } = await open((await begin()).transport);
    expect(await thrown(client.listen({ toolsListChanged: true }))).toEqual(
      new TypeError(
        "listen needs a transport whose responses stay open; the queue (request-response) has none",
      ),
    );
  });

  test("rejects what is in flight when the client closes, and what fails", async () => {
    const transport = requestResponse(async ({ method }) => {
      if (method === "server/discover")
        return { jsonrpc: "2.0", id: 1, result: { supportedVersions: ["2026-07-28"] } };
      if (method === "tools/call") return new Promise(() => undefined);
      throw new Error("queue full");
    }, "the queue");
    const { client } = await open(transport, recorder().options);
    const failing = failure(client.callTool("any"));
    expect((await failure(client.listTools())).message).toBe("tools/list on the queue failed: queue full");
    await client.close();
    expect((await failing).reason).toEqual({ type: "closed" });
  });
});
