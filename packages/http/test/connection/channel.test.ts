// @req http.get-stream
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, type Dialling, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { event, fixture, type Handler, json, result, stream } from "../support/fixture.ts";

const changed = event('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');

describe.each(EXCHANGES)("$name", ({ options }) => {
  /** Each GET is answered by the next of `gets`, the last one again and again; POSTs are answered by `post`. */
  async function opened(
    gets: readonly Handler[],
    dialling: Dialling = {},
    post: Handler = (seen, response) => json(response, result(seen)),
  ) {
    const clock = manualClock();
    let got = 0;
    const server = await fixture((seen, response) => {
      if (seen.method !== "GET") return post(seen, response);
      const handler = gets[Math.min(got, gets.length - 1)];
      got += 1;
      return handler?.(seen, response);
    });
    const peer = await Dialled.dial(http(server.url, options), {
      revision: "2025-11-25",
      clock,
      ...dialling,
    });
    peer.connection.openChannel?.(peer.routing);
    return { clock, server, peer };
  }

  const isGet = ({ method }: { readonly method: string }): boolean => method === "GET";

  test("what belongs to no request goes to the client", async () => {
    const { server, peer } = await opened([(_seen, response) => stream(response).write(changed)]);
    await expect
      .poll(() => peer.notifications)
      .toMatchObject([{ method: "notifications/tools/list_changed" }]);
    expect(server.seen[0]?.headers).toMatchObject({
      accept: "text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    });
  });

  test("requests of the server are answered by POST", async () => {
    const { server } = await opened(
      [(_seen, response) => stream(response).write(event('{"jsonrpc":"2.0","id":3,"method":"ping"}'))],
      {
        onRequest: async ({ id }) => ({ jsonrpc: "2.0", id, result: {} }),
      },
    );
    expect((await server.arrived(2)).message).toEqual({ jsonrpc: "2.0", id: 3, result: {} });
  });

  test("asked for twice it is opened once", async () => {
    const { server, peer } = await opened([(_seen, response) => stream(response).write(changed)]);
    peer.connection.openChannel?.(peer.routing);
    await expect.poll(() => peer.notifications).toHaveLength(1);
    expect(server.seen).toHaveLength(1);
  });

  test.each([400, 401, 403, 404, 405, 406])(
    "%i means that there is none, which is no trouble",
    async (status) => {
      const { clock, server, peer } = await opened([(_seen, response) => response.writeHead(status).end()]);
      await expect.poll(() => peer.diagnostics).toMatchObject([{ level: "debug", code: "no_event_stream" }]);
      expect(await peer.call("x").response).toHaveProperty("result");
      expect(clock.pending).toBe(0);
      expect(server.seen.filter(isGet)).toHaveLength(1);
      expect(peer.channelLost).toEqual([]);
    },
  );

  test("so does anything that is no event stream", async () => {
    const { clock, peer } = await opened([(_seen, response) => json(response, "{}")]);
    await expect
      .poll(() => peer.diagnostics)
      .toMatchObject([{ code: "no_event_stream", message: expect.stringContaining("application/json") }]);
    expect(clock.pending).toBe(0);
  });

  test("it is opened again after the last event, later each time it delivers nothing, and lost in the end", async () => {
    const { clock, server, peer } = await opened([
      (_seen, response) =>
        stream(response).end(event('{"jsonrpc":"2.0","method":"notifications/x"}', { id: "7" })),
      (_seen, response) => stream(response).end(),
    ]);
    const waits: number[] = [];
    for (let count = 1; count <= 6; count += 1) {
      await server.arrived(count, isGet);
      await expect.poll(() => clock.pending).toBe(1);
      waits.push(clock.untilNext ?? 0);
      await clock.advance(clock.untilNext ?? 0);
    }
    await server.arrived(7, isGet);
    await expect.poll(() => peer.channelLost).toHaveLength(1);
    for (const [index, least] of [1000, 2000, 4000, 8000, 16_000, 32_000].entries())
      expect(waits[index]).toBeGreaterThanOrEqual(least);
    expect(server.seen[1]?.headers["last-event-id"]).toBe("7");
    expect(clock.pending).toBe(0);
    expect(peer.channelLost[0]).toMatchObject({ kind: "transport", reason: { type: "stream_lost" } });
    expect(peer.channelLost[0]?.message).toMatch(
      /the event stream of .* is lost: the server ended the stream; what the server sends on it no longer arrives/,
    );
    expect(peer.diagnostics).toMatchObject([{ level: "warning", code: "stream_lost" }]);
    expect(await peer.call("x").response).toHaveProperty("result");
  });

  test.each([
    ["without an id to resume after, the gap is told", {}, 1],
    ["with one there is no gap", { id: "7" }, 0],
  ])("opened again %s", async (_what, id, gaps) => {
    const { clock, server, peer } = await opened([
      (_seen, response) => stream(response).end(event('{"jsonrpc":"2.0","method":"notifications/x"}', id)),
      (_seen, response) => stream(response).write(changed),
    ]);
    await expect.poll(() => clock.pending).toBe(1);
    expect(peer.reopened).toBe(0);
    await clock.advance(clock.untilNext ?? 0);
    await server.arrived(2, isGet);
    await expect.poll(() => peer.notifications).toHaveLength(2);
    expect(peer.reopened).toBe(gaps);
  });

  test.each([404, 405])(
    "one that was open and is refused with %i is lost, and whoever watches is told",
    async (status) => {
      const { clock, peer } = await opened([
        (_seen, response) => stream(response).end(changed),
        (_seen, response) => response.writeHead(status).end(),
      ]);
      await expect.poll(() => clock.pending).toBe(1);
      await clock.advance(clock.untilNext ?? 0);
      await expect.poll(() => peer.channelLost).toHaveLength(1);
      expect(peer.channelLost[0]).toMatchObject({ kind: "transport", reason: { type: "stream_lost" } });
      expect(peer.channelLost[0]?.message).toMatch(
        new RegExp(
          `the event stream of .* is lost: HTTP ${status}; what the server sends on it no longer arrives`,
        ),
      );
      expect(clock.pending).toBe(0);
    },
  );

  test("409 says that the server has not noticed the loss yet: it is asked again", async () => {
    const { clock, server, peer } = await opened([
      (_seen, response) => stream(response).end(changed),
      (_seen, response) => response.writeHead(409).end(),
      (_seen, response) => stream(response).write(changed),
    ]);
    for (const count of [1, 2]) {
      await server.arrived(count, isGet);
      await expect.poll(() => clock.pending).toBe(1);
      await clock.advance(clock.untilNext ?? 0);
    }
    await expect.poll(() => peer.notifications).toHaveLength(2);
    expect(peer.channelLost).toEqual([]);
    expect(peer.reopened).toBe(1);
  });

  test("a lost one can be asked for again", async () => {
    const { server, peer } = await opened([
      (_seen, response) => response.writeHead(405).end(),
      (_seen, response) => stream(response).write(changed),
    ]);
    await expect.poll(() => peer.diagnostics).toHaveLength(1);
    peer.connection.openChannel?.(peer.routing);
    await expect.poll(() => peer.notifications).toHaveLength(1);
    expect(server.seen).toHaveLength(2);
  });

  test("an answer that was announced with 202 comes on it", async () => {
    const { server, peer } = await opened([(_seen, response) => stream(response)], {}, (_seen, response) =>
      response.writeHead(202).end(),
    );
    const get = await server.arrived(1, isGet);
    const sent = peer.call("x");
    const post = await server.arrived(1, ({ method }) => method === "POST");
    await post.closed;
    get.response.write(event(result(post)));
    expect(await sent.response).toHaveProperty("result");
  });

  test("an announced answer fails with the stream", async () => {
    const { clock, server, peer } = await opened(
      [(_seen, response) => stream(response), (_seen, response) => response.writeHead(405).end()],
      {},
      (seen, response) => {
        if (seen.message.params?.["name"] === "x") response.writeHead(202).end();
        else json(response, result(seen));
      },
    );
    const get = await server.arrived(1, isGet);
    const sent = peer.call("x");
    await server.arrived(1, ({ method }) => method === "POST");
    await peer.call("after").response;
    get.response.destroy();
    await expect.poll(() => clock.pending).toBe(1);
    await clock.advance(clock.untilNext ?? 0);
    const failure = await failureOf(sent.response);
    expect(failure).toMatchObject({ reason: { type: "stream_lost" }, sent: "yes" });
    expect(failure.message).toMatch(/was to answer on the event stream, which is lost \(HTTP 405\)/);
  });

  test("progress that a server reports on it reaches its request", async () => {
    const { server, peer } = await opened([(_seen, response) => stream(response)], {}, (_seen, response) =>
      stream(response),
    );
    const get = await server.arrived(1, isGet);
    const sent = peer.call("x");
    await server.arrived(1, ({ method }) => method === "POST");
    get.response.write(
      event('{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":5}}'),
    );
    await expect.poll(() => sent.notifications).toHaveLength(1);
    expect(peer.notifications).toHaveLength(0);
  });

  test("noise on it is reported, once as a warning", async () => {
    const { peer } = await opened([
      (_seen, response) =>
        stream(response).write(event("nonsense") + event('{"jsonrpc":"2.0","id":99,"result":{}}')),
    ]);
    await expect
      .poll(() => peer.diagnostics)
      .toMatchObject([
        { level: "warning", code: "invalid_message" },
        { level: "debug", code: "invalid_message", message: expect.stringContaining("request 99") },
      ]);
  });

  test("a new session has a new one", async () => {
    const { server, peer } = await opened([(_seen, response) => stream(response)], {}, (seen, response) => {
      if (seen.message.method === "initialize") json(response, result(seen), 200, { "mcp-session-id": "s2" });
      else response.writeHead(202).end();
    });
    const first = await server.arrived(1, isGet);
    await peer.greet();
    const second = await server.arrived(2, isGet);
    await first.closed;
    expect(second.headers["mcp-session-id"]).toBe("s2");
  });

  test("closing closes it, also while it waits to be opened again", async () => {
    const open = await opened([(_seen, response) => stream(response)]);
    const get = await open.server.arrived(1, isGet);
    await open.peer.connection.close();
    await get.closed;
    const waiting = await opened([(_seen, response) => response.writeHead(503).end()]);
    await expect.poll(() => waiting.clock.pending).toBe(1);
    await waiting.peer.connection.close();
    expect(waiting.clock.pending).toBe(0);
  });

  test("getStream: false never opens it", async () => {
    const server = await fixture((seen, response) => json(response, result(seen)));
    const peer = await Dialled.dial(http(server.url, { ...options, getStream: false }), {
      revision: "2025-11-25",
    });
    peer.connection.openChannel?.(peer.routing);
    await peer.call("x").response;
    expect(server.seen.filter(isGet)).toEqual([]);
  });

  test("an event over the limit is skipped and reported", async () => {
    const server = await fixture((_seen, response) => {
      const large = event(
        JSON.stringify({ jsonrpc: "2.0", method: "notifications/x", params: { text: "x".repeat(200) } }),
      );
      stream(response).write(large + changed);
    });
    const peer = await Dialled.dial(http(server.url, { ...options, maxResponseBytes: 100 }), {
      revision: "2025-11-25",
    });
    peer.connection.openChannel?.(peer.routing);
    await expect
      .poll(() => peer.notifications)
      .toMatchObject([{ method: "notifications/tools/list_changed" }]);
    expect(peer.diagnostics).toMatchObject([{ level: "warning", code: "event_too_large" }]);
  });
});
