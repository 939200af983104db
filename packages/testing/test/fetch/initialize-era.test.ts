import type { Revision } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { type FetchHandler, type FetchHandlerOptions, fetchHandler } from "../../src/index.ts";
import { deferred } from "../support/deferred.ts";
import { Events, post, refused } from "../support/http.ts";
import { sampleServer } from "../support/sample-server.ts";

interface Opened {
  readonly handler: FetchHandler;
  readonly server: ReturnType<typeof sampleServer>;
  readonly headers: Record<string, string>;
  send(method: string, params?: unknown, extra?: Record<string, string | null>): Promise<Response>;
  get(extra?: Record<string, string>): Promise<Response>;
}

async function open(revision: Revision = "2025-11-25", options: FetchHandlerOptions = {}): Promise<Opened> {
  const server = sampleServer();
  const handler = fetchHandler(server, options);
  const params = {
    protocolVersion: revision,
    capabilities: { roots: {} },
    clientInfo: { name: "raw", version: "1" },
  };
  const response = await handler(post({ jsonrpc: "2.0", id: 0, method: "initialize", params }));
  const id = response.headers.get("mcp-session-id");
  const headers = {
    ...(id === null ? {} : { "mcp-session-id": id }),
    ...(revision >= "2025-06-18" ? { "mcp-protocol-version": revision } : {}),
  };
  // One JSON body, or the last event of a stream.
  const answer = (await response.text()).split("data: ").at(-1) ?? "";
  expect(JSON.parse(answer)).toMatchObject({ result: { protocolVersion: revision } });
  const initialized = await handler(post({ jsonrpc: "2.0", method: "notifications/initialized" }, headers));
  expect(initialized.status).toBe(202);
  return {
    handler,
    server,
    headers,
    send: (method, messageParams, extra = {}) =>
      handler(post({ jsonrpc: "2.0", id: 1, method, params: messageParams }, { ...headers, ...extra })),
    get: (extra = {}) =>
      handler(
        new Request("http://server.test/mcp", {
          headers: { accept: "text/event-stream", ...headers, ...extra },
        }),
      ),
  };
}

describe.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const)(
  "revision %s",
  (revision) => {
    test("serves a session", async () => {
      const { send, headers, handler } = await open(revision);
      expect(handler.sessionIds).toEqual([headers["mcp-session-id"]]);
      const response = await send("tools/call", { name: "echo", arguments: { text: "hi" } });
      // Nothing of 2026-07-28 in it.
      expect(await response.json()).toEqual({
        jsonrpc: "2.0",
        id: 1,
        result: { content: [{ type: "text", text: "hi" }] },
      });
      expect(await (await send("ping")).json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
      expect((await refused(await send("server/discover"))).slice(0, 2)).toEqual([200, -32601]);
    });
  },
);

describe("headers", () => {
  test("a request without a session id is refused", async () => {
    const { send } = await open();
    expect((await refused(await send("ping", {}, { "mcp-session-id": null }))).slice(0, 2)).toEqual([
      400, -32000,
    ]);
  });

  test("a dead session is not found", async () => {
    const { send, handler } = await open();
    handler.expire();
    expect(await refused(await send("ping"))).toEqual([404, -32001, "Session not found"]);
  });

  test.each([
    [null, 400],
    ["2025-06-18", 400],
    ["1999-01-01", 400],
    ["2025-11-25", 200],
  ])("the version header %s is answered %i", async (version, status) => {
    const { send } = await open();
    expect((await send("ping", {}, { "mcp-protocol-version": version })).status).toBe(status);
  });

  test("a probe of 2026-07-28 is refused by a server that only knows handshakes", async () => {
    const handler = fetchHandler(sampleServer({ revisions: ["2025-11-25"] }));
    const request = post(
      { jsonrpc: "2.0", id: 1, method: "server/discover", params: {} },
      { "mcp-protocol-version": "2026-07-28" },
    );
    const [status, code, message] = await refused(await handler(request));
    expect([status, code]).toEqual([400, -32000]);
    expect(message).toContain("2025-11-25");
  });
});

describe("sessions", () => {
  test("DELETE ends one", async () => {
    const { handler, headers, send, server } = await open();
    expect(server.clients).toHaveLength(1);
    const gone = await handler(new Request("http://server.test/mcp", { method: "DELETE", headers }));
    expect(gone.status).toBe(204);
    expect((await send("ping")).status).toBe(404);
    expect(server.clients).toHaveLength(0);
  });

  test("DELETE can be refused", async () => {
    const { handler, headers } = await open("2025-11-25", { allowDelete: false });
    const kept = await handler(new Request("http://server.test/mcp", { method: "DELETE", headers }));
    expect(kept.status).toBe(405);
    expect(handler.sessionIds).toHaveLength(1);
  });

  test("a server can do without", async () => {
    const { headers, send } = await open("2025-11-25", { sessions: false });
    expect(headers).toEqual({ "mcp-protocol-version": "2025-11-25" });
    expect((await send("tools/list")).status).toBe(200);
  });

  test("batches belong to 2025-03-26", async () => {
    const batch = [
      { jsonrpc: "2.0", id: 5, method: "ping" },
      { jsonrpc: "2.0", id: 6, method: "ping" },
    ];
    const old = await open("2025-03-26");
    const answers = await (await old.handler(post(batch, old.headers))).json();
    expect(answers).toEqual([
      { jsonrpc: "2.0", id: 5, result: {} },
      { jsonrpc: "2.0", id: 6, result: {} },
    ]);
    const later = await open("2025-06-18");
    expect((await later.handler(post(batch, later.headers))).status).toBe(400);
  });
});

describe("server requests", () => {
  test("ride on the request's stream and are answered by a POST", async () => {
    const { send, handler, headers, server } = await open();
    server.define({
      tools: { ask: async (_args, context) => JSON.stringify(await context.ask("roots/list")) },
    });
    const events = new Events(await send("tools/call", { name: "ask" }));
    expect(await events.message()).toEqual({ jsonrpc: "2.0", id: 1, method: "roots/list" });
    const answer = await handler(post({ jsonrpc: "2.0", id: 1, result: { roots: [] } }, headers));
    expect(answer.status).toBe(202);
    const text = '{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}';
    expect(await events.message()).toMatchObject({ id: 1, result: { content: [{ text }] } });
  });

  test("ride on the GET stream when answers are JSON", async () => {
    const { send, get, handler, headers, server } = await open("2025-11-25", { answers: "json" });
    server.define({
      tools: { ask: async (_args, context) => JSON.stringify(await context.ask("roots/list")) },
    });
    const pending = send("tools/call", { name: "ask" });
    const events = new Events(await get());
    expect(await events.message()).toMatchObject({ method: "roots/list" });
    await handler(post({ jsonrpc: "2.0", id: 1, error: { code: -1, message: "no" } }, headers));
    expect((await pending).headers.get("content-type")).toBe("application/json");
  });
});

describe("the GET stream", () => {
  test("carries what belongs to no request, also what came before it was opened", async () => {
    const { get, server } = await open();
    server.announce.toolsChanged();
    const events = new Events(await get());
    server.announce.promptsChanged();
    expect(await events.message()).toEqual({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    expect(await events.message()).toEqual({ jsonrpc: "2.0", method: "notifications/prompts/list_changed" });
    expect((await get()).status).toBe(409);
    await events.cancel();
    expect((await get()).status).toBe(200);
  });

  test("can be refused", async () => {
    const { get } = await open("2025-11-25", { getStream: false });
    expect((await get()).status).toBe(405);
  });

  test("tells updates of subscribed resources only", async () => {
    const { get, send, server } = await open();
    await send("resources/subscribe", { uri: "file:///a" });
    await send("resources/subscribe", { uri: "file:///b" });
    await send("resources/unsubscribe", { uri: "file:///a" });
    server.announce.resourceUpdated("file:///a");
    server.announce.resourceUpdated("file:///b");
    const events = new Events(await get());
    expect(await events.message()).toMatchObject({ params: { uri: "file:///b" } });
  });
});

describe("resumption", () => {
  test("a dropped stream is taken up where it ended", async () => {
    const { send, get, handler, server } = await open("2025-11-25", {
      resume: true,
      retry: 500,
      answers: "sse",
    });
    const hold = deferred();
    server.define({
      tools: {
        slow: async (_args, context) => {
          context.notify("notifications/message", { level: "info", data: 1 });
          await hold.promise;
          return "late";
        },
      },
    });
    const first = new Events(await send("tools/call", { name: "slow" }));
    expect(await first.next()).toEqual(new Map([["retry", "500"]]));
    const priming = await first.next();
    expect(priming?.get("data")).toBe("");
    const last = (await first.next())?.get("id") ?? "";
    expect(priming?.get("id")).not.toBe(last);
    handler.dropStreams();
    expect(await first.next()).toBeUndefined();
    hold.resolve();
    const second = new Events(await get({ "last-event-id": last }));
    expect(await second.next()).toEqual(new Map([["retry", "500"]]));
    expect(await second.message()).toMatchObject({ id: 1, result: { content: [{ text: "late" }] } });
    expect(await second.next()).toBeUndefined();
    const replayed = new Events(await get({ "last-event-id": priming?.get("id") ?? "" }));
    await replayed.next();
    expect(await replayed.message()).toMatchObject({ params: { data: 1 } });
  });

  test("an unknown event id is refused", async () => {
    const { get } = await open("2025-11-25", { resume: true });
    expect((await get({ "last-event-id": "nonsense" })).status).toBe(400);
    expect((await get({ "last-event-id": "s99_1" })).status).toBe(400);
  });

  test("revisions before 2025-11-25 are not primed", async () => {
    const { send } = await open("2025-06-18", { resume: true, answers: "sse" });
    const events = new Events(await send("ping"));
    expect((await events.next())?.get("data")).toContain('"result"');
  });
});

test("a cancelled request gets no answer", async () => {
  const { send, handler, headers } = await open("2025-11-25", { answers: "sse" });
  const events = new Events(await send("tools/call", { name: "wait" }));
  await handler(
    post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }, headers),
  );
  expect(await events.next()).toBeUndefined();
});
