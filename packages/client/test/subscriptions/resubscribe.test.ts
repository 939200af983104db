import { transportError } from "@snodo/protocol";
import { manualClock, memoryTransport, testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { connect, type ListenOptions, type Subscription } from "../../src/index.ts";
import { open, recorder } from "../support/clients.ts";
import { fault, type RawServer, rawServer, SILENT } from "../support/raw-server.ts";
import { acknowledge, event, FILTER } from "../support/watched.ts";

const protocol = "2026-07-28";
const lost = transportError("the stream was cut", { type: "stream_lost" }, { sent: "yes" });

/**
 * A server whose streams can be cut one by one, as over HTTP: `react` says what the nth listen meets.
 */
function cuttable(react: (at: number, server: RawServer, id: number) => unknown) {
  const cuts: ((error: unknown) => void)[] = [];
  const server: RawServer = rawServer({
    methods: {
      "subscriptions/listen": ({ id }, self) =>
        react(self.requests("subscriptions/listen").length, self, id as number),
    },
    adapt: (connection) => {
      const send = connection.send.bind(connection);
      return Object.assign(connection, {
        independentStreams: true,
        send: (...[request, exchange]: Parameters<typeof send>) => {
          const flight = send(request, exchange);
          if (request.method !== "subscriptions/listen") return flight;
          const response = new Promise<never>((_resolve, reject) => cuts.push(reject));
          return {
            response: Promise.race([flight.response, response]),
            cancel: (reason: string) => flight.cancel(reason),
          };
        },
      });
    },
  });
  return { server, cut: (error: unknown = lost) => cuts.at(-1)?.(error) };
}

const agree = (accepted: object) => (_at: number, server: RawServer, id: number) => {
  acknowledge(server, id, accepted);
  return SILENT;
};

async function begin(
  react: (at: number, server: RawServer, id: number) => unknown,
  options: ListenOptions = {},
  random = 1,
) {
  const clock = manualClock();
  const { server, cut } = cuttable(react);
  const opened = await open(server.transport, { protocol, clock, random: () => random });
  const subscription = await opened.client.listen(FILTER, { resubscribe: true, ...options });
  return { clock, server, cut, subscription, ...opened };
}

const next = async (subscription: Subscription) => (await subscription.next()).value;

test("a lost stream is opened again with the same filter, under a new id, and the gap is told", async () => {
  const { clock, server, cut, subscription } = await begin((at, self, id) => {
    acknowledge(self, id, at === 1 ? FILTER : { toolsListChanged: true });
    return SILENT;
  });
  event(server, 1, "notifications/tools/list_changed", { before: true });
  cut();
  await clock.flush();
  event(server, 1, "notifications/tools/list_changed", { lost: true });
  await clock.advance(500);
  const [first, second] = server.requests("subscriptions/listen");
  expect(second?.id).toBe(2);
  expect(second?.params).toEqual(first?.params);
  event(server, 2, "notifications/tools/list_changed", { after: true });
  expect([await next(subscription), await next(subscription), await next(subscription)]).toMatchObject([
    { type: "notification", params: { before: true } },
    { type: "resubscribed", accepted: { toolsListChanged: true } },
    { type: "notification", params: { after: true } },
  ]);
  expect(subscription.accepted).toEqual({ toolsListChanged: true });
});

test("events that come in the same turn as the acknowledgement follow the report of the gap, and count", async () => {
  const { clock, cut, subscription } = await begin(
    (_at, self, id) => {
      acknowledge(self, id, FILTER);
      event(self, id, "notifications/tools/list_changed");
      return SILENT;
    },
    { resubscribe: { maxAttempts: 1 } },
  );
  expect(await next(subscription)).toMatchObject({ type: "notification" });
  for (let round = 0; round < 3; round += 1) {
    cut();
    await clock.flush();
    await clock.advance(500);
    expect([await next(subscription), await next(subscription)]).toMatchObject([
      { type: "resubscribed" },
      { type: "notification" },
    ]);
  }
});

test("without the option a lost stream is the end", async () => {
  const { clock, cut, subscription } = await begin(agree({}), { resubscribe: false });
  cut();
  expect(await next(subscription)).toEqual({ type: "closed", reason: { type: "failed", error: lost } });
  expect(clock.pending).toBe(0);
});

test.each<[string, (server: RawServer) => void]>([
  ["its result", (server) => server.reply(1, {})],
  ["an error", (server) => server.refuse(1, -32_603, "no")],
])("a stream that the server ends with %s is not opened again", async (_name, end) => {
  const { clock, server, subscription } = await begin(agree({}));
  end(server);
  expect(await next(subscription)).toMatchObject({ type: "closed" });
  expect([clock.pending, server.requests("subscriptions/listen").length]).toEqual([0, 1]);
});

describe("the wait", () => {
  test("doubles with each failed attempt up to the longest, with jitter", async () => {
    for (const [random, waits] of [
      [1, [500, 1000, 2000, 4000, 5000]],
      [0, [250, 500, 1000, 2000, 2500]],
    ] as const) {
      const { clock, server, cut, subscription, diagnostics } = await begin(
        (at, self, id) => (at === 1 ? agree({})(at, self, id) : fault(-32_000, "not yet")),
        { resubscribe: { maxDelay: 5000 } },
        random,
      );
      cut();
      await clock.flush();
      for (const [index, wait] of waits.entries()) {
        expect(clock.untilNext).toBe(wait);
        await clock.advance(wait);
        expect(server.requests("subscriptions/listen")).toHaveLength(index + 2);
      }
      expect(await next(subscription)).toEqual({ type: "closed", reason: { type: "failed", error: lost } });
      expect(clock.pending).toBe(0);
      expect(diagnostics.map(({ message }) => message)[0]).toBe(
        "attempt 1 of 5 to subscribe again failed: not yet",
      );
      expect(diagnostics).toHaveLength(5);
    }
  });

  test("begins again once a stream brought an event", async () => {
    const { clock, server, cut } = await begin(agree({}));
    cut();
    await clock.advance(500);
    event(server, 2, "notifications/tools/list_changed");
    cut();
    await clock.flush();
    expect(clock.untilNext).toBe(500);
  });

  test("grows on when streams open and bring nothing, which is no loop for ever", async () => {
    const { clock, server, cut, subscription } = await begin(agree({}), {
      resubscribe: { maxAttempts: 3, minDelay: 10 },
    });
    const waits: (number | undefined)[] = [];
    for (let round = 0; round < 3; round += 1) {
      cut();
      await clock.flush();
      waits.push(clock.untilNext);
      await clock.advance(clock.untilNext ?? 0);
    }
    cut();
    expect(waits).toEqual([10, 20, 40]);
    const events = [];
    for await (const item of subscription) events.push(item.type);
    expect(events).toEqual(["resubscribed", "resubscribed", "resubscribed", "closed"]);
    expect(server.requests("subscriptions/listen")).toHaveLength(4);
    expect(clock.pending).toBe(0);
  });
});

describe("given up while it waits", () => {
  test("by `close`", async () => {
    const { clock, server, cut, subscription } = await begin(agree({}));
    cut();
    await clock.flush();
    await subscription.close();
    expect(await subscription.next()).toEqual({ done: true, value: undefined });
    await clock.advance(60_000);
    expect([clock.pending, server.requests("subscriptions/listen").length]).toEqual([0, 1]);
  });

  test("by its signal", async () => {
    const controller = new AbortController();
    const { clock, cut, subscription } = await begin(agree({}), { signal: controller.signal });
    cut();
    await clock.flush();
    controller.abort();
    expect(await subscription.next()).toEqual({ done: true, value: undefined });
    await clock.flush();
    expect(clock.pending).toBe(0);
  });

  test("by the client: it ends with what it was lost with, at once", async () => {
    const clock = manualClock();
    const { server, cut } = cuttable(agree({}));
    const client = await connect(server.transport, { protocol, clock, ...recorder().options });
    const subscription = await client.listen(FILTER, { resubscribe: true });
    cut();
    await clock.flush();
    await client.close();
    expect(await next(subscription)).toEqual({ type: "closed", reason: { type: "failed", error: lost } });
    expect(clock.pending).toBe(0);
  });

  test("while the new stream is being opened", async () => {
    const { clock, server, cut, subscription } = await begin((at, self, id) =>
      at === 1 ? agree({})(at, self, id) : SILENT,
    );
    cut();
    await clock.advance(500);
    const { id } = await server.arrived("subscriptions/listen", 2);
    await subscription.close();
    expect((await server.arrived("notifications/cancelled")).params["requestId"]).toBe(id);
    acknowledge(server, id, {});
    await clock.flush();
    expect(clock.pending).toBe(0);
  });
});

test("a connection that is gone for good is not waited for", async () => {
  const clock = manualClock();
  const transport = memoryTransport(testServer({ tools: {} }));
  const { client } = await open(transport, { protocol, clock });
  const subscription = await client.listen({ toolsListChanged: true }, { resubscribe: true });
  transport.sever();
  expect(await next(subscription)).toMatchObject({
    type: "closed",
    reason: { type: "failed", error: { reason: { type: "connection_lost" } } },
  });
  expect(clock.pending).toBe(0);
});
