// A custom transport that does not keep to its port must not leave a call behind.
import { type Connection, type McpError, transportError } from "@snodo/protocol";
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { ERAS, failure, open, thrown } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

const over = (send: (connection: Connection) => Connection["send"]) =>
  rawServer({ adapt: (connection) => Object.assign(connection, { send: send(connection) }) });

describe.each(ERAS)("%s", (protocol) => {
  test("`send` that throws rejects the call, and leaves no timer", async () => {
    const clock = manualClock();
    const boom = new Error("socket closed");
    const server = over((connection) => {
      const send = connection.send.bind(connection);
      return (request, exchange) => {
        if (request.method === "tools/call") throw boom;
        return send(request, exchange);
      };
    });
    const { client } = await open(server.transport, { protocol, clock });
    expect(await thrown(client.callTool("any"))).toBe(boom);
    expect(clock.pending).toBe(0);
  });

  test("`cancel` that throws is reported, and the calls are settled all the same", async () => {
    const clock = manualClock();
    const server = over((connection) => {
      const send = connection.send.bind(connection);
      return (request, exchange) => ({
        response:
          request.method === "tools/call" ? new Promise(() => undefined) : send(request, exchange).response,
        cancel: () => {
          throw new Error("socket closed");
        },
      });
    });
    const { client, codes } = await open(server.transport, { protocol, clock });
    const late = failure(client.callTool("a", {}, { timeout: 50 }));
    const cut = [failure(client.callTool("b")), failure(client.callTool("c"))];
    await clock.advance(50);
    expect((await late).reason).toEqual({ type: "timeout", timeoutMs: 50 });
    await client.close();
    for (const error of await Promise.all(cut)) expect(error.reason).toEqual({ type: "closed" });
    expect(codes()).toEqual(["cancel_failed", "cancel_failed", "cancel_failed"]);
    expect(clock.pending).toBe(0);
  });

  test("a response that settles twice, or after the caller gave up, settles the call once", async () => {
    const server = over((connection) => {
      const send = connection.send.bind(connection);
      return (request, exchange) => {
        const flight = send(request, exchange);
        if (request.method !== "tools/call") return flight;
        return {
          response: flight.response,
          settle: (settler) => {
            settler.answered({ jsonrpc: "2.0", id: request.id, result: { content: [], first: true } });
            settler.failed(new Error("again"));
            settler.answered({ jsonrpc: "2.0", id: request.id, result: {} });
          },
          cancel: () => undefined,
        };
      };
    });
    const { client } = await open(server.transport, { protocol });
    expect(await client.callTool("any")).toEqual({ content: [], first: true });
  });

  test("notifications and requests after the answer reach nobody's call", async () => {
    let exchangeOf: Parameters<Connection["send"]>[1] | undefined;
    const server = over((connection) => {
      const send = connection.send.bind(connection);
      return (request, exchange) => {
        if (request.method === "tools/call") exchangeOf = exchange;
        return send(request, exchange);
      };
    });
    const seen: unknown[] = [];
    const { client } = await open(server.transport, { protocol });
    await client.callTool("any", {}, { onProgress: (progress) => seen.push(progress) });
    exchangeOf?.notification({ jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } });
    expect(seen).toEqual([]);
    await client.close();
    expect(await exchangeOf?.request({ jsonrpc: "2.0", id: 1, method: "ping" })).toBeUndefined();
  });
});

test("time that is not the server's does not count: the limit stands still and starts afresh", async () => {
  const clock = manualClock();
  let exchangeOf: Parameters<Connection["send"]>[1] | undefined;
  const server = over(() => (_request, exchange) => {
    exchangeOf = exchange;
    return { response: new Promise(() => undefined), cancel: () => undefined };
  });
  const { client } = await open(server.transport, { protocol: "2026-07-28", clock });
  const failing: Promise<McpError> = failure(client.callTool("any", {}, { timeout: 100 }));
  await clock.advance(60);
  exchangeOf?.holdTimeout?.();
  await clock.advance(1_000_000);
  exchangeOf?.restartTimeout?.();
  await clock.advance(99);
  expect(clock.pending).toBeGreaterThan(0);
  await clock.advance(1);
  expect((await failing).reason).toEqual({ type: "timeout", timeoutMs: 100 });
  exchangeOf?.restartTimeout?.();
  expect(clock.pending).toBe(0);
});

test("an end that is told twice, or after `close`, is told once", async () => {
  let closed: ((error: McpError) => void) | undefined;
  const server = rawServer({
    open: async (context, dial) => {
      closed = context.inbound.closed;
      return await dial();
    },
  });
  const { client } = await open(server.transport);
  const first = transportError("first", { type: "stream_lost" });
  closed?.(first);
  closed?.(transportError("second", { type: "connection_lost" }));
  await client.close();
  closed?.(transportError("third", { type: "connection_lost" }));
  expect(await client.closed).toEqual({ reason: { type: "stream_lost" }, message: "first" });
});
