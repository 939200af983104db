// @req listen.events, listen.closed, stdio.subscriptions, rule.15, rule.16, rule.17
import { getEventListeners } from "node:events";
import { META, transportError } from "@snodo/protocol";
import { testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { dial, open } from "../support/clients.ts";
import { type RawServer, rawServer, SILENT } from "../support/raw-server.ts";
import { acknowledge, event, FILTER, watched } from "../support/watched.ts";

const protocol = "2026-07-28";

describe("events", () => {
  test("carry method and params as sent, `_meta` included, in order", async () => {
    const server = watched();
    const { client } = await open(server.transport, { protocol });
    const subscription = await client.listen(FILTER);
    const { id } = await server.arrived("subscriptions/listen");
    event(server, id, "notifications/resources/updated", { uri: "file:///a", extra: [1] });
    event(server, id, "notifications/tasks", { taskId: "t" });
    server.send({
      jsonrpc: "2.0",
      method: "com.example/odd",
      params: { _meta: { [META.subscriptionId]: id } },
    });
    const _meta = { [META.subscriptionId]: id };
    expect([await subscription.next(), await subscription.next(), await subscription.next()]).toEqual([
      {
        done: false,
        value: {
          type: "notification",
          method: "notifications/resources/updated",
          params: { uri: "file:///a", extra: [1], _meta },
        },
      },
      {
        done: false,
        value: { type: "notification", method: "notifications/tasks", params: { taskId: "t", _meta } },
      },
      { done: false, value: { type: "notification", method: "com.example/odd", params: { _meta } } },
    ]);
  });

  test("of two subscriptions do not mix, also while one is not acknowledged yet", async () => {
    const server = rawServer({ methods: { "subscriptions/listen": () => SILENT } });
    const { client } = await open(server.transport, { protocol });
    const openings = [client.listen({ toolsListChanged: true }), client.listen({ promptsListChanged: true })];
    await server.arrived("subscriptions/listen", 2);
    acknowledge(server, 1, { toolsListChanged: true });
    event(server, 1, "notifications/tools/list_changed", { first: true });
    acknowledge(server, 2, { promptsListChanged: true });
    event(server, 2, "notifications/prompts/list_changed");
    const [first, second] = await Promise.all(openings);
    expect(await first?.next()).toMatchObject({ value: { method: "notifications/tools/list_changed" } });
    expect(await second?.next()).toMatchObject({ value: { method: "notifications/prompts/list_changed" } });
  });

  test("before the acknowledgement, against the rules, are kept", async () => {
    const server = rawServer({ methods: { "subscriptions/listen": () => SILENT } });
    const { client } = await open(server.transport, { protocol });
    const opening = client.listen(FILTER);
    const { id } = await server.arrived("subscriptions/listen");
    event(server, id, "notifications/tools/list_changed");
    acknowledge(server, id, FILTER);
    expect(await (await opening).next()).toMatchObject({
      value: { method: "notifications/tools/list_changed" },
    });
  });

  test("under an id of another type belong to nobody's subscription", async () => {
    const server = watched();
    const heard: string[] = [];
    const { client } = await open(server.transport, {
      protocol,
      onNotification: (method) => heard.push(method),
    });
    const subscription = await client.listen(FILTER);
    const { id } = await server.arrived("subscriptions/listen");
    event(server, String(id), "notifications/tools/list_changed");
    event(server, id, "notifications/prompts/list_changed");
    expect(await subscription.next()).toMatchObject({
      value: { method: "notifications/prompts/list_changed" },
    });
    expect(heard).toEqual(["notifications/tools/list_changed"]);
  });

  test("a second acknowledgement changes nothing", async () => {
    const server = watched();
    const { client } = await open(server.transport, { protocol });
    const subscription = await client.listen(FILTER);
    acknowledge(server, (await server.arrived("subscriptions/listen")).id, {});
    expect(subscription.accepted).toEqual(FILTER);
  });
});

describe("the server ends it", () => {
  const ended = async (end: (server: RawServer, id: number) => void) => {
    const server = watched();
    const { client, codes } = await open(server.transport, { protocol });
    const subscription = await client.listen(FILTER);
    const { id } = await server.arrived("subscriptions/listen");
    event(server, id, "notifications/tools/list_changed");
    end(server, id as number);
    event(server, id, "notifications/tools/list_changed", { late: true });
    const events = [];
    for await (const item of subscription) events.push(item);
    expect(events).toHaveLength(2);
    return { last: events.at(-1), codes };
  };
  const cancelled = (server: RawServer, id: number) =>
    server.send({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: id, reason: "bye" },
    });

  test("with its result", async () => {
    const { last } = await ended((server, id) => server.reply(id, { resultType: "complete" }));
    expect(last).toEqual({ type: "closed", reason: { type: "complete" } });
  });

  test("by cancelling it", async () => {
    const { last } = await ended(cancelled);
    expect(last).toEqual({ type: "closed", reason: { type: "complete" } });
  });

  test("both ways, in either order", async () => {
    for (const first of [true, false]) {
      const { last } = await ended((server, id) => {
        if (first) cancelled(server, id);
        server.reply(id, {});
        if (!first) cancelled(server, id);
      });
      expect(last).toEqual({ type: "closed", reason: { type: "complete" } });
    }
  });

  test("with an error", async () => {
    const { last } = await ended((server, id) => server.refuse(id, -32_603, "lost the source", { x: 1 }));
    expect(last).toMatchObject({
      type: "closed",
      reason: {
        type: "failed",
        error: { kind: "server", code: -32_603, message: "lost the source", data: { x: 1 } },
      },
    });
  });

  test("by going away", async () => {
    const lost = transportError("it crashed", { type: "connection_lost" });
    const { last } = await ended((server) => server.end(lost));
    expect(last).toEqual({ type: "closed", reason: { type: "failed", error: lost } });
  });
});

test.each(["direct", "pipe"] as const)("works from end to end over %s", async (over) => {
  const server = testServer({ tools: {}, prompts: {}, resources: {} });
  const { client } = await dial(server, over, { protocol });
  const subscription = await client.listen({
    ...FILTER,
    promptsListChanged: true,
    resourcesListChanged: true,
  });
  expect(subscription.accepted).toEqual({ ...FILTER, promptsListChanged: true, resourcesListChanged: true });
  server.announce.toolsChanged();
  server.announce.promptsChanged();
  server.announce.resourcesChanged();
  server.announce.resourceUpdated("file:///a");
  server.announce.resourceUpdated("file:///other");
  server.endSubscriptions();
  const methods: string[] = [];
  for await (const item of subscription) methods.push(item.type === "notification" ? item.method : item.type);
  expect(methods).toEqual([
    "notifications/tools/list_changed",
    "notifications/prompts/list_changed",
    "notifications/resources/list_changed",
    "notifications/resources/updated",
    "closed",
  ]);
});

test("a signal is let go of once the server ended the subscription", async () => {
  const server = watched();
  const { client } = await open(server.transport, { protocol });
  const { signal } = new AbortController();
  const subscription = await client.listen(FILTER, { signal });
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  server.reply((await server.arrived("subscriptions/listen")).id, {});
  expect((await subscription.next()).value?.type).toBe("closed");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
