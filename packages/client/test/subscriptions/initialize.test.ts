// @req listen.initialize-era, listen.rejected, listen.transport-failure, listen.close, stdio.subscriptions-end
import { type McpError, transportError } from "@snodo/protocol";
import { manualClock, RpcFault, testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { dial, failure, INITIALIZE_REVISIONS, MATRIX, open, thrown } from "../support/clients.ts";
import { fault, rawServer, SILENT } from "../support/raw-server.ts";

const LEGACY = MATRIX.filter(([revision]) => revision !== "2026-07-28");

describe.each(LEGACY)("%s over %s", (protocol, over) => {
  test("subscribes to URIs, filters list changes, and unsubscribes on close", async () => {
    const server = testServer({ tools: {}, prompts: {}, resources: {} });
    const { client } = await dial(server, over, { protocol });
    const subscription = await client.listen({
      toolsListChanged: true,
      resourceSubscriptions: ["file:///a", "file:///b"],
    });
    expect(subscription.accepted).toEqual({
      toolsListChanged: true,
      resourceSubscriptions: ["file:///a", "file:///b"],
    });
    expect([...(server.clients[0]?.subscriptions ?? [])]).toEqual(["file:///a", "file:///b"]);
    server.announce.promptsChanged();
    server.announce.resourcesChanged();
    server.announce.resourceUpdated("file:///b");
    server.announce.toolsChanged();
    expect([await subscription.next(), await subscription.next()]).toMatchObject([
      {
        value: {
          type: "notification",
          method: "notifications/resources/updated",
          params: { uri: "file:///b" },
        },
      },
      { value: { type: "notification", method: "notifications/tools/list_changed", params: {} } },
    ]);
    await subscription.close();
    expect(server.clients[0]?.subscriptions.size).toBe(0);
    server.announce.toolsChanged();
    await manualClock().flush();
    expect(await subscription.next()).toEqual({ done: true, value: undefined });
  });

  test("two subscriptions share what they ask the server for", async () => {
    const server = testServer({ resources: {} });
    const { client } = await dial(server, over, { protocol });
    const first = await client.listen({ resourceSubscriptions: ["file:///a", "file:///a"] });
    const second = await client.listen({ resourceSubscriptions: ["file:///a"] });
    server.announce.resourceUpdated("file:///a");
    for (const subscription of [first, second]) {
      expect(await subscription.next()).toMatchObject({ value: { params: { uri: "file:///a" } } });
    }
    await first.close();
    expect([...(server.clients[0]?.subscriptions ?? [])]).toEqual(["file:///a"]);
    await second.close();
    expect(server.clients[0]?.subscriptions.size).toBe(0);
    const count = (method: string) =>
      server.received.filter((message) => "method" in message && message.method === method).length;
    expect([count("resources/subscribe"), count("resources/unsubscribe")]).toEqual([1, 1]);
  });

  test("an update of something below a subscribed URI belongs to it", async () => {
    const server = testServer({ resources: {} });
    const { client } = await dial(server, over, { protocol });
    const subscription = await client.listen({ resourceSubscriptions: ["file:///a", "file:///dir/"] });
    for (const uri of ["file:///ab", "file:///a/b", "file:///dir", "file:///dir/x"]) {
      for (const { session } of server.clients)
        session.notify({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri } });
    }
    expect([await subscription.next(), await subscription.next()]).toMatchObject([
      { value: { params: { uri: "file:///a/b" } } },
      { value: { params: { uri: "file:///dir/x" } } },
    ]);
  });

  test("ends with the client", async () => {
    const { client } = await dial(testServer({ tools: {} }), over, { protocol });
    const subscription = await client.listen({ toolsListChanged: true });
    await client.close();
    expect(await subscription.next()).toMatchObject({
      value: {
        type: "closed",
        reason: { type: "failed", error: { code: -32_000, reason: { type: "closed" } } },
      },
    });
    expect(await subscription.next()).toEqual({ done: true, value: undefined });
  });
});

describe.each(INITIALIZE_REVISIONS)("%s", (protocol) => {
  test("what the server refuses is left out of what it agreed to", async () => {
    const server = rawServer({
      methods: {
        "resources/subscribe": ({ params }) => (params?.["uri"] === "file:///no" ? fault(-32_602) : {}),
      },
    });
    const { client } = await open(server.transport, { protocol });
    const subscription = await client.listen({ resourceSubscriptions: ["file:///yes", "file:///no"] });
    expect(subscription.accepted).toEqual({ resourceSubscriptions: ["file:///yes"] });
    const partly = await client.listen({ toolsListChanged: true, resourceSubscriptions: ["file:///no"] });
    expect(partly.accepted).toEqual({ toolsListChanged: true });
  });

  test("when nothing is granted the server's error is the caller's", async () => {
    const server = testServer({ resources: {} });
    const { client } = await dial(server, "pipe", { protocol });
    server.failNext("resources/subscribe", new RpcFault(-32_601, "no subscriptions"));
    expect(await failure(client.listen({ resourceSubscriptions: ["file:///a"] }))).toMatchObject({
      kind: "server",
      code: -32_601,
      message: "no subscriptions",
    });
  });

  test("list changes alone ask the server for nothing, whatever it declared", async () => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    const before = server.received.length;
    const subscription = await client.listen({ toolsListChanged: true, promptsListChanged: false });
    expect(server.received).toHaveLength(before);
    server.send({ jsonrpc: "2.0", method: "notifications/prompts/list_changed" });
    server.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    expect(await subscription.next()).toMatchObject({
      value: { method: "notifications/tools/list_changed" },
    });
  });

  test("a lost connection while it is set up rejects, and ends one that is open", async () => {
    const server = rawServer({
      methods: { "resources/subscribe": ({ params }) => (params?.["uri"] === "file:///slow" ? SILENT : {}) },
    });
    const { client } = await open(server.transport, { protocol });
    const subscription = await client.listen({ resourceSubscriptions: ["file:///a"] });
    const failing = failure(client.listen({ resourceSubscriptions: ["file:///b", "file:///slow"] }));
    await server.arrived("resources/subscribe", 3);
    server.end();
    expect((await failing).reason.type).toBe("connection_lost");
    const events = [];
    for await (const event of subscription) events.push(event);
    expect(events).toMatchObject([
      { type: "closed", reason: { type: "failed", error: { reason: { type: "connection_lost" } } } },
    ]);
  });

  test("an abort while it is set up takes back what was granted", async () => {
    const server = rawServer({
      methods: { "resources/subscribe": ({ params }) => (params?.["uri"] === "file:///slow" ? SILENT : {}) },
    });
    const { client } = await open(server.transport, { protocol });
    const controller = new AbortController();
    const uris = ["file:///a", "file:///slow"];
    const failing = thrown(client.listen({ resourceSubscriptions: uris }, { signal: controller.signal }));
    await server.arrived("resources/subscribe", 2);
    controller.abort("enough");
    expect(await failing).toBe("enough");
    expect((await server.arrived("resources/unsubscribe")).params["uri"]).toBe("file:///a");
    server.send({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "file:///a" } });
  });

  test("an abort once it is open closes it", async () => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    const controller = new AbortController();
    const subscription = await client.listen(
      { resourceSubscriptions: ["file:///a"] },
      { signal: controller.signal },
    );
    controller.abort();
    expect(await subscription.next()).toEqual({ done: true, value: undefined });
    await server.arrived("resources/unsubscribe");
  });

  test("each request has the subscription's time limit", async () => {
    const clock = manualClock();
    const server = rawServer({ methods: { "resources/subscribe": () => SILENT } });
    const { client } = await open(server.transport, { protocol, clock });
    const failing = failure(client.listen({ resourceSubscriptions: ["file:///a"] }, { timeout: 50 }));
    await server.arrived("resources/subscribe");
    await clock.advance(50);
    expect(await failing).toMatchObject({ code: -32_001, reason: { type: "timeout", timeoutMs: 50 } });
  });

  test("a server that does not unsubscribe is reported, and `close` resolves", async () => {
    const server = rawServer({ methods: { "resources/unsubscribe": () => fault(-32_603, "no") } });
    const { client, diagnostics } = await open(server.transport, { protocol });
    const subscription = await client.listen({ resourceSubscriptions: ["file:///a"] });
    await subscription.close();
    expect(diagnostics).toMatchObject([{ level: "debug", code: "unsubscribe_failed" }]);
  });
});

describe.each(INITIALIZE_REVISIONS)("%s", (protocol) => {
  test("a connection that ends right after the server agreed ends the subscription", async () => {
    const server = rawServer({
      methods: {
        "resources/subscribe": ({ id }, self) => {
          self.reply(id, {});
          self.end();
          return SILENT;
        },
      },
    });
    const { client } = await open(server.transport, { protocol });
    const controller = new AbortController();
    const subscription = await client.listen(
      { resourceSubscriptions: ["file:///a"] },
      { signal: controller.signal },
    );
    expect(await subscription.next()).toMatchObject({
      value: { type: "closed", reason: { type: "failed" } },
    });
    expect(await subscription.next()).toEqual({ done: true, value: undefined });
  });

  test("a channel that was lost for a while is told, in order", async () => {
    let reopened: (() => void) | undefined;
    const server = rawServer({
      open: async (context, dial) => {
        reopened = () => context.inbound.channelReopened?.();
        return await dial();
      },
    });
    const { client } = await open(server.transport, { protocol });
    const subscription = await client.listen({ toolsListChanged: true });
    const changed = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
    server.send(changed);
    reopened?.();
    server.send(changed);
    const seen = [await subscription.next(), await subscription.next(), await subscription.next()];
    expect(seen.map(({ value }) => value?.type)).toEqual(["notification", "resubscribed", "notification"]);
    await client.close();
    reopened?.();
    expect(await subscription.next()).toMatchObject({ value: { type: "closed" } });
  });

  test("a channel that is lost for good ends the subscription, and the server is told; calls go on", async () => {
    let channelLost: ((error: McpError) => void) | undefined;
    const server = rawServer({
      open: async (context, dial) => {
        channelLost = (error) => context.inbound.channelLost?.(error);
        return await dial();
      },
    });
    const { client } = await open(server.transport, { protocol });
    const filter = { toolsListChanged: true, resourceSubscriptions: ["file:///a"] };
    const subscription = await client.listen(filter);
    const error = transportError("the event stream is lost", { type: "stream_lost" });
    channelLost?.(error);
    expect(await subscription.next()).toEqual({
      done: false,
      value: { type: "closed", reason: { type: "failed", error } },
    });
    await server.arrived("resources/unsubscribe");
    expect(await client.callTool("any")).toEqual({ content: [] });
    await client.listen(filter);
    expect(server.requests("resources/subscribe")).toHaveLength(2);
    await client.close();
    channelLost?.(error);
  });
});

test("tasks of 2025-11-25 are watched by their ids", async () => {
  const server = rawServer();
  const { client } = await open(server.transport, { protocol: "2025-11-25" });
  const subscription = await client.listen({ taskIds: ["a"] });
  const other = await client.listen({ taskIds: "a", toolsListChanged: true });
  for (const taskId of ["b", "a", undefined]) {
    server.send({ jsonrpc: "2.0", method: "notifications/tasks/status", params: { taskId } });
  }
  server.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  expect(await subscription.next()).toMatchObject({ value: { params: { taskId: "a" } } });
  expect(await other.next()).toMatchObject({ value: { method: "notifications/tools/list_changed" } });
});

test.each(INITIALIZE_REVISIONS)(
  "%s: one that closes while another is being opened for the same URI does not end that",
  async (protocol) => {
    const server = rawServer({ methods: { "resources/subscribe": () => SILENT } });
    const { client } = await open(server.transport, { protocol });
    const filter = { resourceSubscriptions: ["file:///a"] };
    const opening = [client.listen(filter), client.listen(filter)] as const;
    await server.arrived("resources/subscribe", 2);
    const ids = server.requests("resources/subscribe").map(({ id }) => id);
    server.reply(ids[0], {});
    await (await opening[0]).close();
    server.reply(ids[1], {});
    const second = await opening[1];
    expect(server.requests("resources/unsubscribe")).toEqual([]);
    await second.close();
    expect(server.requests("resources/unsubscribe")).toHaveLength(1);
  },
);
