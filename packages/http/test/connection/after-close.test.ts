// What was under way when a connection is closed must not send anything afterwards.
import type { TokenProvider } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { fixture, json, result, stream } from "../support/fixture.ts";

describe.each(EXCHANGES)("$name", ({ options }) => {
  test("a handshake that ends while it closes opens no event stream", async () => {
    const server = await fixture((seen, response) => {
      if (seen.method === "GET") stream(response).write(": open\n\n");
      else if (seen.message.method === "initialize") {
        const session = `s${server.seen.length}`;
        json(response, result(seen, { protocolVersion: "2025-11-25" }), 200, { "mcp-session-id": session });
      } else if (server.seen.length < 4) response.writeHead(202).end();
    });
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
    await peer.greet();
    peer.connection.openChannel?.(peer.routing);
    await server.arrived(1, ({ method }) => method === "GET");
    const again = peer.greet();
    const told = await server.arrived(2, ({ message }) => message.method === "notifications/initialized");
    const closing = peer.connection.close();
    told.response.writeHead(202).end();
    await again;
    await closing;
    expect(server.seen.filter(({ method }) => method === "GET")).toHaveLength(1);
    await Promise.all(server.seen.map(({ closed }) => closed));
  });

  test("the server is told of calls that were given up, also when that takes a token", async () => {
    const server = await fixture((seen, response) => {
      if (seen.message.id === undefined) response.writeHead(202).end();
    });
    const tokenProvider = { token: async () => "t", refresh: async () => undefined };
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }), {
      revision: "2025-11-25",
    });
    const calls = [peer.call("x"), peer.call("y")];
    await server.arrived(2);
    for (const call of calls) call.cancel("the client closes");
    await peer.connection.close();
    expect(server.seen.slice(2).map(({ message }) => message.params?.["requestId"])).toEqual([1, 2]);
  });

  test("a message that waits for a token settles, its provider is told, and a late token sends nothing", async () => {
    const server = await fixture((seen, response) => json(response, result(seen)));
    let give: (token: string) => void = () => undefined;
    const signals: (AbortSignal | undefined)[] = [];
    const tokenProvider: TokenProvider = {
      token: ({ signal }) => {
        signals.push(signal);
        return new Promise((resolve) => {
          give = resolve;
        });
      },
      refresh: async () => undefined,
    };
    const peer = await Dialled.dial(http(server.url, { ...options, tokenProvider }));
    const told = failureOf(peer.notify("notifications/x"));
    await expect.poll(() => signals).toHaveLength(1);
    await peer.connection.close();
    const failure = await told;
    expect(failure).toMatchObject({ kind: "transport", reason: { type: "closed" }, sent: "no" });
    expect(failure.message).toBe(`notifications/x on ${server.url} failed: the connection was closed`);
    expect(signals[0]?.aborted).toBe(true);
    give("late");
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.seen).toEqual([]);
  });

  test("a provider is not asked for the token of a request that was given up while its headers were awaited", async () => {
    let asked = 0;
    let give: (headers: Record<string, string>) => void = () => undefined;
    const tokenProvider: TokenProvider = {
      token: () => {
        asked += 1;
        return "t";
      },
      refresh: async () => undefined,
    };
    const headers = (): Promise<Record<string, string>> =>
      new Promise((resolve) => {
        give = resolve;
      });
    const peer = await Dialled.dial(http("http://127.0.0.1:1/mcp", { ...options, tokenProvider, headers }));
    peer.call("x").cancel("enough");
    give({ "x-mine": "1" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toBe(0);
  });
});
