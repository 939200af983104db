// The handle: demand, buffer, close, disposal, misuse. The same in both eras.
// @req listen.demand, listen.buffer, listen.overflow, listen.dropped, listen.close, listen.after-close
// @req direct.subscription-own, direct.subscription-apart, custom.no-listen, stdio.subscriptions-end
import { manualClock, testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import type { Client, ListenOptions, Subscription, SubscriptionEvent } from "../../src/index.ts";
import { dial, ERAS, failure, gate, MATRIX, open, thrown } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

const URI = "file:///a";
const settled = () => manualClock().flush();

describe.each(MATRIX)("%s over %s", (protocol, over) => {
  const begin = async (options: ListenOptions = {}) => {
    const server = testServer({ tools: { echo: () => "ok" }, resources: {} });
    const { client } = await dial(server, over, { protocol });
    const subscription = await client.listen(
      { toolsListChanged: true, resourceSubscriptions: [URI] },
      options,
    );
    return { server, client, subscription };
  };
  const methods = async (subscription: Subscription, count: number) => {
    const seen: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const { value } = await subscription.next();
      seen.push(
        value === undefined ? "done" : value.type === "dropped" ? `dropped ${value.count}` : value.type,
      );
    }
    return seen;
  };

  test.each<[ListenOptions, count: number, seen: readonly string[]]>([
    [{}, 100, Array(100).fill("notification")],
    [{}, 103, ["dropped 3", ...Array(100).fill("notification")]],
    [{ maxBuffer: 2 }, 5, ["dropped 3", "notification", "notification"]],
    [{ maxBuffer: 2, overflow: "drop_newest" }, 5, ["dropped 3", "notification", "notification"]],
    [{ maxBuffer: Number.POSITIVE_INFINITY }, 500, Array(500).fill("notification")],
  ])("%j keeps what fits of %i events", async (options, count, seen) => {
    const { server, subscription } = await begin(options);
    for (let at = 0; at < count; at += 1) server.announce.toolsChanged();
    await settled();
    expect(await methods(subscription, seen.length)).toEqual(seen);
  });

  test("`overflow` decides which ones", async () => {
    for (const [overflow, uris] of [
      ["drop_oldest", ["1", "2"]],
      ["drop_newest", ["0", "1"]],
    ] as const) {
      const { server, subscription } = await begin({ maxBuffer: 2, overflow });
      const sessions = server.clients;
      for (const at of [0, 1, 2]) {
        if (protocol === "2026-07-28") server.announce.resourceUpdated(URI);
        else for (const { session } of sessions) session.notify(updated(`${URI}/${at}`));
      }
      await settled();
      const [dropped, first, second] = [
        await subscription.next(),
        await subscription.next(),
        await subscription.next(),
      ];
      expect(dropped.value).toEqual({ type: "dropped", count: 1 });
      if (protocol !== "2026-07-28")
        expect([first, second].map(({ value }) => uriOf(value))).toEqual(uris.map((at) => `${URI}/${at}`));
    }
  });

  test("no event follows `close`; the iteration ends at once, however often it is asked", async () => {
    const { server, subscription } = await begin();
    server.announce.toolsChanged();
    await settled();
    const closing = [subscription.close(), subscription.close()];
    server.announce.toolsChanged();
    await Promise.all(closing);
    await settled();
    expect([await subscription.next(), await subscription.next()]).toEqual(
      Array(2).fill({ done: true, value: undefined }),
    );
    expect(server.openSubscriptions).toBe(0);
    await subscription.close();
  });

  test("`close` releases who waits", async () => {
    const { subscription } = await begin();
    const waiting = [subscription.next(), subscription.next()];
    await subscription.close();
    expect(await Promise.all(waiting)).toEqual(Array(2).fill({ done: true, value: undefined }));
  });

  test("leaving a loop closes it, and so does disposal", async () => {
    const { server, subscription, client } = await begin();
    server.announce.toolsChanged();
    for await (const event of subscription) {
      expect(event.type).toBe("notification");
      break;
    }
    await settled();
    expect(server.openSubscriptions).toBe(0);
    {
      await using second = await client.listen({ resourceSubscriptions: [URI] });
      expect(second.accepted).toEqual({ resourceSubscriptions: [URI] });
    }
    await settled();
    expect([server.openSubscriptions, server.clients[0]?.subscriptions.size ?? 0]).toEqual([0, 0]);
  });

  test("its signal closes it", async () => {
    const controller = new AbortController();
    const { server, subscription } = await begin({ signal: controller.signal });
    const waiting = subscription.next();
    controller.abort("enough");
    expect(await waiting).toEqual({ done: true, value: undefined });
    await settled();
    expect(server.openSubscriptions).toBe(0);
  });

  test("who does not take events holds nobody up", async () => {
    const { server, client, subscription } = await begin();
    for (let at = 0; at < 10_000; at += 1) server.announce.toolsChanged();
    expect(await client.callTool("echo")).toMatchObject({ content: [{ text: "ok" }] });
    expect(await methods(subscription, 101)).toEqual(["dropped 9900", ...Array(100).fill("notification")]);
  });
});

const updated = (uri: string) =>
  ({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri } }) as const;
const uriOf = (event: SubscriptionEvent | undefined) =>
  event?.type === "notification" ? event.params["uri"] : undefined;

describe("closing the client", () => {
  test("in process leaves subscriptions open, each with a dispatch of its own", async () => {
    const server = testServer({ tools: {} });
    const { client } = await dial(server, "direct", { protocol: "2026-07-28" });
    const subscriptions = [
      await client.listen({ toolsListChanged: true }),
      await client.listen({ toolsListChanged: true }),
    ];
    expect(server.openSubscriptions).toBe(2);
    await client.close();
    expect(server.openSubscriptions).toBe(2);
    server.announce.toolsChanged();
    for (const subscription of subscriptions) {
      expect(await subscription.next()).toMatchObject({
        value: { method: "notifications/tools/list_changed" },
      });
      await subscription.close();
    }
    expect(server.openSubscriptions).toBe(0);
  });

  test("ends those that share its connection with -32000, after what waits", async () => {
    const server = testServer({ tools: {} });
    const { client } = await dial(server, "pipe", { protocol: "2026-07-28" });
    const subscription = await client.listen({ toolsListChanged: true });
    server.announce.toolsChanged();
    await settled();
    await client.close();
    expect([await subscription.next(), await subscription.next(), await subscription.next()]).toMatchObject([
      { value: { type: "notification" } },
      {
        value: {
          type: "closed",
          reason: { type: "failed", error: { kind: "transport", code: -32_000, reason: { type: "closed" } } },
        },
      },
      { done: true },
    ]);
    expect((await failure(client.listen({ toolsListChanged: true }))).message).toBe(
      "subscriptions/listen on test-server was not sent: the client is closed",
    );
  });
});

describe.each(ERAS)("misuse is a TypeError (%s)", (protocol) => {
  const bad = <T>(value: unknown): T => value as T;
  test.each<[string, (client: Client) => Promise<unknown>]>([
    ["a filter that is a list", (client) => client.listen(bad([]))],
    ["a filter that is text", (client) => client.listen(bad("tools"))],
    ["URIs that are text", (client) => client.listen(bad({ resourceSubscriptions: "file:///a" }))],
    ["URIs that are numbers", (client) => client.listen(bad({ resourceSubscriptions: [1] }))],
    ["maxBuffer 0", (client) => client.listen({}, { maxBuffer: 0 })],
    ["maxBuffer 1.5", (client) => client.listen({}, { maxBuffer: 1.5 })],
    ["an unknown overflow", (client) => client.listen({}, { overflow: bad("block") })],
    ["a negative timeout", (client) => client.listen({}, { timeout: -1 })],
    ["meta as a list", (client) => client.listen({}, { meta: bad([]) })],
    ["a bad trace", (client) => client.listen({}, { traceContext: { traceparent: "x" } })],
    ["maxAttempts 0", (client) => client.listen({}, { resubscribe: { maxAttempts: 0 } })],
    ["a negative minDelay", (client) => client.listen({}, { resubscribe: { minDelay: -1 } })],
    ["options that are null", (client) => client.listen({}, bad(null))],
    ["options that are text", (client) => client.listen({}, bad("x"))],
  ])("%s", async (_name, run) => {
    const server = rawServer();
    const { client } = await open(server.transport, { protocol });
    const before = server.received.length;
    expect(await thrown(run(client))).toBeInstanceOf(TypeError);
    expect(server.received).toHaveLength(before);
  });

  test("a transport whose responses cannot stay open", async () => {
    const server = rawServer({ adapt: (connection) => Object.assign(connection, { streaming: false }) });
    const { client } = await open(server.transport, { protocol });
    const error = await thrown(client.listen({ toolsListChanged: true }));
    expect(error).toEqual(
      new TypeError("listen needs a transport whose responses stay open; raw-server (raw) has none"),
    );
  });
});

test("ten thousand events a second to an owner who keeps up are all delivered", async () => {
  const server = testServer({ tools: {} });
  const { client } = await dial(server, "direct", { protocol: "2026-07-28" });
  const subscription = await client.listen({ toolsListChanged: true }, { maxBuffer: 16 });
  const done = gate<number>();
  void (async () => {
    let seen = 0;
    for await (const event of subscription) {
      if (event.type === "notification") seen += 1;
    }
    done.open(seen);
  })();
  for (let at = 0; at < 10_000; at += 1) {
    server.announce.toolsChanged();
    if (at % 8 === 0) await Promise.resolve().then(() => undefined);
    if (at % 16 === 0) await settled();
  }
  server.endSubscriptions();
  expect(await done.opened).toBe(10_000);
});
