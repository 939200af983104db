// @req listen.filter, listen.acknowledged, listen.rejected, listen.unacknowledged, listen.timeout
// @req listen.transport-failure, listen.meta, rule.03, rule.15, rule.17
import { META, transportError } from "@snodo/protocol";
import { manualClock, testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { dial, failure, open, thrown } from "../support/clients.ts";
import { fault, type RawServer, rawServer, SILENT } from "../support/raw-server.ts";
import { acknowledge, event, FILTER, watched } from "../support/watched.ts";

const protocol = "2026-07-28";
const TRACE = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };

describe("opening", () => {
  test("sends the filter as given and resolves at the acknowledgement with what the server agreed to", async () => {
    const server = rawServer({ methods: { "subscriptions/listen": () => SILENT } });
    const { client } = await open(server.transport, { protocol });
    const wanted = { ...FILTER, taskIds: ["t1"], "com.example/x": { deep: [1] } };
    const opening = client.listen(wanted, { meta: { mine: 1 }, traceContext: TRACE });
    const { id, params } = await server.arrived("subscriptions/listen");
    expect(params).toMatchObject({
      notifications: wanted,
      _meta: { [META.protocolVersion]: protocol, mine: 1, ...TRACE },
    });
    event(server, 99, "notifications/subscriptions/acknowledged", { notifications: { never: true } });
    event(server, String(id), "notifications/subscriptions/acknowledged", { notifications: { never: true } });
    acknowledge(server, id, { toolsListChanged: true });
    expect((await opening).accepted).toEqual({ toolsListChanged: true });
  });

  test.each([undefined, null, [], "all", {}])(
    "an acknowledgement of %j accepts nothing",
    async (notifications) => {
      const server = rawServer({
        methods: {
          "subscriptions/listen": ({ id }, self) => {
            acknowledge(self, id, notifications);
            return SILENT;
          },
        },
      });
      const { client } = await open(server.transport, { protocol });
      expect((await client.listen(FILTER)).accepted).toEqual({});
    },
  );

  test.each([
    [-32_601, "no subscriptions"],
    [-32_602, "bad filter"],
  ])("rejects with the server's %i", async (code, message) => {
    const server = rawServer({ methods: { "subscriptions/listen": () => fault(code, message, { x: 1 }) } });
    const { client } = await open(server.transport, { protocol });
    expect(await failure(client.listen(FILTER))).toMatchObject({
      kind: "server",
      code,
      message,
      data: { x: 1 },
    });
  });

  test.each<[string, (server: RawServer, id: number) => void]>([
    ["by its result", (server, id) => server.reply(id, { resultType: "complete" })],
    [
      "by cancelling it",
      (server, id) =>
        server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }),
    ],
  ])("a stream that the server ends unacknowledged %s rejects", async (_name, end) => {
    const server = rawServer({ methods: { "subscriptions/listen": () => SILENT } });
    const { client } = await open(server.transport, { protocol });
    const failing = failure(client.listen(FILTER));
    end(server, (await server.arrived("subscriptions/listen")).id as number);
    const error = await failing;
    expect(error).toMatchObject({
      kind: "transport",
      code: -32_000,
      reason: { type: "stream_ended" },
      sent: "yes",
    });
    expect(error.message).toBe(
      "subscriptions/listen on raw-server failed: the server ended the stream without acknowledging it",
    );
  });

  test.each<[client: number | undefined, call: number | undefined, after: number]>([
    [undefined, undefined, 30_000],
    [500, undefined, 500],
    [500, 70, 70],
  ])(
    "without an acknowledgement a client's timeout of %s and its own of %s end it after %i ms",
    async (ofClient, ofCall, after) => {
      const clock = manualClock();
      const server = rawServer({ methods: { "subscriptions/listen": () => SILENT } });
      const { client } = await open(server.transport, { protocol, clock, timeout: ofClient });
      const failing = failure(client.listen(FILTER, { timeout: ofCall }));
      const { id } = await server.arrived("subscriptions/listen");
      await clock.advance(after - 1);
      expect(clock.pending).toBe(1);
      await clock.advance(1);
      const error = await failing;
      expect(error).toMatchObject({
        kind: "transport",
        code: -32_001,
        reason: { type: "timeout", timeoutMs: after },
      });
      expect(error.message).toBe(
        `subscriptions/listen on raw-server was not acknowledged within ${after} ms`,
      );
      expect((await server.arrived("notifications/cancelled")).params["requestId"]).toBe(id);
      acknowledge(server, id, {});
    },
  );

  test("one that was not acknowledged is given up with the client, also where an open one is not", async () => {
    const server = rawServer({
      methods: { "subscriptions/listen": () => SILENT },
      adapt: (connection) => Object.assign(connection, { independentStreams: true }),
    });
    const { client } = await open(server.transport, { protocol, timeout: 0 });
    const failing = failure(client.listen(FILTER));
    await server.arrived("subscriptions/listen");
    const closing = client.close();
    const error = await failing;
    await closing;
    expect(error).toMatchObject({ kind: "transport", reason: { type: "closed" }, sent: "maybe" });
    expect(error.message).toBe("subscriptions/listen on raw-server was given up: the client was closed");
  });

  test("once acknowledged it has no time limit", async () => {
    const clock = manualClock();
    const server = watched();
    const { client } = await open(server.transport, { protocol, clock, timeout: 100 });
    const subscription = await client.listen(FILTER);
    expect(clock.pending).toBe(0);
    await clock.advance(10_000_000);
    event(server, 1, "notifications/tools/list_changed");
    expect(await subscription.next()).toMatchObject({ value: { type: "notification" } });
  });

  test("in process it waits as long as it takes", async () => {
    const clock = manualClock();
    const server = testServer({ tools: {}, delay: 10_000_000 }, { clock });
    const { client } = await dial(server, "direct", { protocol, clock });
    const opening = client.listen({ toolsListChanged: true });
    await clock.advance(10_000_000);
    expect((await opening).accepted).toEqual({ toolsListChanged: true });
  });

  test("a lost connection rejects it", async () => {
    const server = rawServer({ methods: { "subscriptions/listen": () => SILENT } });
    const { client } = await open(server.transport, { protocol });
    const failing = failure(client.listen(FILTER));
    await server.arrived("subscriptions/listen");
    const lost = transportError("it crashed", {
      type: "process_exit",
      exitCode: 1,
      signal: null,
      stderrTail: "",
    });
    server.end(lost);
    expect(await failing).toBe(lost);
  });

  test("an abort before it rejects with the reason and sends nothing; during it tells the server", async () => {
    const server = rawServer({ methods: { "subscriptions/listen": () => SILENT } });
    const { client } = await open(server.transport, { protocol });
    expect(await thrown(client.listen(FILTER, { signal: AbortSignal.abort("no") }))).toBe("no");
    expect(server.received).toEqual([]);
    const controller = new AbortController();
    const failing = thrown(client.listen(FILTER, { signal: controller.signal }));
    const { id } = await server.arrived("subscriptions/listen");
    controller.abort("enough");
    expect(await failing).toBe("enough");
    expect((await server.arrived("notifications/cancelled")).params["requestId"]).toBe(id);
  });

  test("an abort that comes together with the acknowledgement closes it", async () => {
    const controller = new AbortController();
    const server = rawServer({
      methods: {
        "subscriptions/listen": ({ id }, self) => {
          acknowledge(self, id, FILTER);
          controller.abort("just now");
          return SILENT;
        },
      },
    });
    const { client } = await open(server.transport, { protocol });
    expect(await thrown(client.listen(FILTER, { signal: controller.signal }))).toBe("just now");
    await server.arrived("notifications/cancelled");
  });
});
