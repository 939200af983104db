// @req close.direct, client.closed, call.transport-error, custom.end-session, server-request.close
import { transportError } from "@snodo/protocol";
import { manualClock, testServer } from "@snodo/testing";
import { describe, expect, test, vi } from "vitest";
import { connect } from "../../src/index.ts";
import { dial, ERAS, failure, gate, MATRIX, open, recorder } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

describe.each(ERAS)("%s", (protocol) => {
  test("settles every call in flight at once, then closes the transport", async () => {
    const order: string[] = [];
    const server = rawServer({
      methods: { "tools/call": () => SILENT },
      adapt: (connection) => {
        const close = connection.close.bind(connection);
        return Object.assign(connection, {
          close: async () => {
            order.push("closing");
            await close();
          },
        });
      },
    });
    const { client } = await open(server.transport, { protocol });
    const calls = [1, 2, 3].map(async () => {
      const error = await failure(client.callTool("slow"));
      order.push("settled");
      return error;
    });
    await server.arrived("tools/call", 3);
    const closing = client.close();
    void client.closed.then(() => order.push("closed"));
    for (const error of await Promise.all(calls)) {
      expect(error).toMatchObject({
        kind: "transport",
        code: -32_000,
        reason: { type: "closed" },
        sent: "maybe",
      });
      expect(error.message).toBe('tools/call "slow" on raw-server was given up: the client was closed');
    }
    await closing;
    expect(order.filter((entry) => entry === "settled")).toHaveLength(3);
    expect(order.indexOf("closing")).toBeLessThan(order.length);
    expect(await client.closed).toEqual({
      reason: { type: "closed" },
      message: "the connection to raw-server was closed by this client",
    });
  });

  test("is idempotent, never rejects, and can be awaited by disposal", async () => {
    const server = rawServer();
    {
      await using client = await connect(server.transport, { protocol });
      const [first, second] = [client.close(), client.close()];
      expect(first).toBe(second);
      await Promise.all([first, second]);
      await client.close();
    }
    expect(server.closed).toBe(1);
  });

  test("refuses whatever comes afterwards", async () => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    await client.close();
    const before = server.received.length;
    const calls = [
      client.callTool("any"),
      client.listTools(),
      client.listen({ toolsListChanged: true }),
      client.notify("notifications/progress", {}),
      client.setLogLevel("debug"),
      client.request("tools/call", { name: "any" }),
    ];
    for (const call of calls) {
      const error = await failure(call);
      expect(error.message).toContain("raw-server");
      expect([error.kind, error.sent]).toEqual([error.code === -32_601 ? "protocol" : "transport", "no"]);
    }
    expect((await failure(client.callTool("any"))).message).toBe(
      'tools/call "any" on raw-server was not sent: the client is closed',
    );
    expect(server.received).toHaveLength(before);
  });

  test("no callback runs after it", async () => {
    const clock = manualClock();
    const heard: string[] = [];
    const server = rawServer({ methods: { "tools/call": () => SILENT }, adapt: (connection) => connection });
    const { client } = await open(server.transport, {
      protocol,
      clock,
      onLog: () => heard.push("log"),
      onNotification: () => heard.push("notification"),
      inputHandlers: { roots: () => Promise.reject(new Error(`roots ${heard.push("roots")}`)) },
    });
    const call = failure(client.callTool("slow", {}, { onProgress: () => heard.push("progress") }));
    const { id } = await server.arrived("tools/call");
    const closing = client.close();
    server.send(
      { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: id, progress: 1 } },
      { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 1 } },
      { jsonrpc: "2.0", method: "notifications/tools/list_changed" },
      { jsonrpc: "2.0", id: "r", method: "roots/list" },
      { jsonrpc: "2.0", id, result: { content: [] } },
    );
    await closing;
    await call;
    await clock.flush();
    expect(heard).toEqual([]);
    expect(clock.pending).toBe(0);
    expect(server.received.filter((message) => !("method" in message))).toEqual([]);
  });

  test("a transport that does not close is not waited for for ever", async () => {
    const clock = manualClock();
    const recorded = recorder();
    const server = rawServer({
      adapt: (connection) => Object.assign(connection, { close: () => new Promise<void>(() => undefined) }),
    });
    const client = await connect(server.transport, { protocol, clock, ...recorded.options });
    const closed = vi.fn();
    const closing = client.close().then(closed);
    await clock.advance(9999);
    expect(closed).not.toHaveBeenCalled();
    await clock.advance(1);
    await closing;
    expect(recorded.diagnostics).toMatchObject([{ level: "debug", code: "close_failed" }]);
  });

  test("a transport that fails to close is reported, and nothing else", async () => {
    const recorded = recorder();
    const server = rawServer({
      adapt: (connection) => Object.assign(connection, { close: () => Promise.reject(new Error("stuck")) }),
    });
    const client = await connect(server.transport, { protocol, ...recorded.options });
    await client.close();
    expect(recorded.diagnostics).toMatchObject([
      { level: "debug", code: "close_failed", message: "closing the connection was not clean: stuck" },
    ]);
  });
});

describe("a connection that ends by itself", () => {
  test.each(ERAS)("rejects what is in flight and what follows, and says why (%s)", async (protocol) => {
    const server = rawServer({ methods: { "resources/read": () => SILENT } });
    const { client } = await open(server.transport, { protocol });
    const reading = failure(client.readResource("file:///a"));
    await server.arrived("resources/read");
    const reason = { type: "process_exit", exitCode: 3, signal: null, stderrTail: "NEED_KEY" } as const;
    server.end(transportError("raw-server exited with code 3", reason, { sent: "maybe" }));
    expect((await reading).reason).toEqual(reason);
    expect(await client.closed).toEqual({ reason, message: "raw-server exited with code 3" });
    const later = await failure(client.readResource("file:///a"));
    expect(later).toMatchObject({ kind: "transport", code: -32_000, reason, sent: "no" });
    expect(later.message).toBe('resources/read "file:///a" was not sent: raw-server exited with code 3');
  });

  test("a `tools/call` that was sent may have run: it says so and is not sent again", async () => {
    const server = rawServer({ methods: { "tools/call": () => SILENT } });
    const { client } = await open(server.transport);
    const calling = failure(client.callTool("pay"));
    await server.arrived("tools/call");
    server.end(transportError("the pipe broke", { type: "connection_lost" }, { sent: "maybe" }));
    const error = await calling;
    expect(error).toMatchObject({
      kind: "transport",
      code: -32_000,
      sent: "maybe",
      reason: { type: "outcome_unknown", lost: { type: "connection_lost" } },
    });
    expect(error.message).toBe(
      'the pipe broke; tools/call "pay" was sent, so it may have run: check its effect before calling it again',
    );
    expect(server.requests("tools/call")).toHaveLength(1);
    await client.close();
  });

  test("`closed` resolves once, with the first reason", async () => {
    const server = rawServer();
    const { client } = await open(server.transport);
    server.end();
    await client.close();
    expect((await client.closed).reason).toEqual({ type: "connection_lost" });
  });

  test("fails only its own client", async () => {
    const server = rawServer();
    const first = await open(server.transport);
    const second = await open(server.transport);
    server.end();
    expect((await second.client.closed).reason.type).toBe("connection_lost");
    expect((await failure(second.client.callTool("any"))).sent).toBe("no");
    const alive = first.client.callTool("any");
    await server.arrived("tools/call");
    await alive;
  });
});

describe("a session that the server issued", () => {
  const withSession = (endSession: () => Promise<void>) =>
    rawServer({
      adapt: (connection) => Object.assign(connection, { sessionId: "s-1", endSession }),
      methods: { "tools/call": () => SILENT },
    });

  test("is ended before the transport, and after the calls", async () => {
    const order: string[] = [];
    const server = withSession(async () => {
      order.push(`ended with ${server.closed} closed`);
    });
    const { client } = await open(server.transport, { protocol: "2025-11-25" });
    expect(client.session.sessionId).toBe("s-1");
    const call = failure(client.callTool("slow")).then(() => order.push("settled"));
    await server.arrived("tools/call");
    await client.close();
    await call;
    expect(order).toContain("ended with 0 closed");
    expect(server.closed).toBe(1);
  });

  test.each([
    [undefined, 5000],
    [60_000, 5000],
    [300, 300],
    [0, 5000],
  ])("is waited for at most 5 s, or the client's timeout of %s ms", async (timeout, limit) => {
    const clock = manualClock();
    const server = withSession(() => new Promise(() => undefined));
    const client = await connect(server.transport, {
      protocol: "2025-11-25",
      clock,
      timeout,
      ...recorder().options,
    });
    const closing = client.close();
    await clock.advance(limit - 1);
    expect(server.closed).toBe(0);
    await clock.advance(1);
    await closing;
    expect(server.closed).toBe(1);
  });

  test("that cannot be ended is reported", async () => {
    const recorded = recorder();
    const server = withSession(() => Promise.reject(new Error("405")));
    const client = await connect(server.transport, { protocol: "2025-11-25", ...recorded.options });
    await client.close();
    expect(recorded.codes()).toEqual(["end_session_failed"]);
  });

  test("is not ended over a connection that is gone", async () => {
    const ended = vi.fn(async () => undefined);
    const server = withSession(ended);
    const { client } = await open(server.transport, { protocol: "2025-11-25" });
    server.end();
    await client.close();
    expect(ended).not.toHaveBeenCalled();
  });
});

test.each(MATRIX)(
  "a handler of the server learns that its client is gone (%s over %s)",
  async (protocol, over) => {
    const begun = gate<AbortSignal>();
    const server = testServer({
      tools: {
        wait: (_args, context) => {
          begun.open(context.signal);
          return new Promise(() => undefined);
        },
      },
    });
    const { client } = await dial(server, over, { protocol });
    const call = failure(client.callTool("wait"));
    const signal = await begun.opened;
    await client.close();
    await call;
    expect(signal.aborted).toBe(true);
    expect(server.clients).toEqual([]);
  },
);

test("an in-process client that was closed leaves the runtime alone", async () => {
  const server = testServer({ tools: { any: () => "ok" } });
  const first = await dial(server, "direct");
  const second = await dial(server, "direct");
  await first.client.close();
  expect(await second.client.callTool("any")).toMatchObject({ content: [{ text: "ok" }] });
});
