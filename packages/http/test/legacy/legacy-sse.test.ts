import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { legacySse } from "../../src/index.ts";
import { Dialled, type Dialling, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { event, type Fixture, fixture, type Handler, result, type Seen, stream } from "../support/fixture.ts";

const endpoint = (data = "/messages?id=1"): string => event(data, { event: "endpoint" });

describe.each(EXCHANGES)("$name", ({ options }) => {
  /** The platform's `fetch` keeps idle sockets as it likes; ours are closed. */
  async function noSockets(server: Fixture) {
    if (options.fetch === undefined) await expect.poll(() => server.sockets.size).toBe(0);
  }

  /** An event stream that begins so; POSTs are accepted and handed over. */
  async function legacy(
    first: string,
    posted: Handler = (_seen, response) => response.writeHead(202).end("Accepted"),
  ) {
    let get: Seen | undefined;
    const server = await fixture((seen, response) => {
      if (seen.method === "GET") {
        get = seen;
        stream(response).write(first);
      } else posted(seen, response);
    }, "/prefix/sse");
    const dial = (more: object = {}, dialling: Dialling = {}): Promise<Dialled> =>
      Dialled.dial(legacySse(server.url, { ...options, ...more }), { revision: "2024-11-05", ...dialling });
    return { server, dial, say: (text: string) => get?.response.write(text), end: () => get?.response.end() };
  }

  test("messages are posted where the server says, and answers come on the stream", async () => {
    const { server, dial, say } = await legacy(endpoint());
    const peer = await dial();
    const sent = peer.call("x");
    const post = await server.arrived(1, ({ method }) => method === "POST");
    expect(post.url).toBe("/messages?id=1");
    expect(post.headers).not.toHaveProperty("mcp-protocol-version");
    say(event(result(post), { event: "message" }));
    expect(await sent.response).toHaveProperty("result");
  });

  test("an endpoint without a slash keeps the path", async () => {
    const { server, dial } = await legacy(endpoint("messages"));
    const peer = await dial();
    await peer.notify("notifications/x");
    expect(server.seen[1]?.url).toBe("/prefix/messages");
  });

  test("messageEndpoint overrides it", async () => {
    const { server, dial } = await legacy(endpoint("/wrong"));
    const peer = await dial({ messageEndpoint: "/prefix/messages" });
    await peer.notify("notifications/x");
    expect(server.seen[1]?.url).toBe("/prefix/messages");
  });

  test("an endpoint of another origin is refused before anything is posted", async () => {
    const { dial, server } = await legacy(endpoint("http://internal.test:9/messages"));
    await expect(dial()).rejects.toThrow(
      /the endpoint http:\/\/internal\.test:9\/messages is of another origin/,
    );
    await server.seen[0]?.closed;
  });

  test("opening gives up when no endpoint comes", async () => {
    const clock = manualClock();
    const { dial, server } = await legacy(": hello\n\n");
    const opening = failureOf(dial({ endpointTimeout: 500 }, { clock }));
    await server.arrived(1);
    await expect.poll(() => clock.pending).toBe(1);
    await clock.advance(500);
    expect((await opening).message).toMatch(/no endpoint event came within 500 ms/);
    expect(clock.pending).toBe(0);
    await server.seen[0]?.closed;
  });

  test("opening gives up with its caller", async () => {
    const { dial, server } = await legacy("");
    const giveUp = new AbortController();
    const opening = failureOf(dial({}, { signal: giveUp.signal }));
    await server.arrived(1);
    giveUp.abort("enough");
    expect(await opening).toBe("enough");
    await server.seen[0]?.closed;
  });

  test("a POST that is refused fails its request", async () => {
    const { dial } = await legacy(endpoint(), (_seen, response) => response.writeHead(500).end("boom"));
    const peer = await dial();
    const failure = await failureOf(peer.call("x").response);
    expect(failure.reason).toMatchObject({ type: "http_status", status: 500 });
    expect(failure.message).toMatch(/tools\/call "x" on .* failed: the server answered HTTP 500: boom/);
  });

  test.each([404, 405, 503])("a stream that is refused with %i is told", async (status) => {
    const server = await fixture((_seen, response) => response.writeHead(status).end("sorry"));
    const failure = await failureOf(Dialled.dial(legacySse(server.url, options)));
    expect(failure.message).toMatch(
      `opening the event stream on ${server.url} failed: the server answered HTTP ${status}: sorry`,
    );
    await noSockets(server);
  });

  test("a stream that is none is told", async () => {
    const server = await fixture((_seen, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
    );
    expect((await failureOf(Dialled.dial(legacySse(server.url, options)))).reason).toEqual({
      type: "content_type",
      contentType: "text/html",
    });
  });

  test("when the stream ends the connection has ended", async () => {
    const { dial, end, server } = await legacy(endpoint());
    const peer = await dial();
    const sent = peer.call("x");
    await server.arrived(2);
    end();
    const failure = await failureOf(sent.response);
    expect(failure).toMatchObject({ reason: { type: "connection_lost" }, sent: "maybe" });
    expect(peer.closed).toMatchObject([{ reason: { type: "connection_lost" } }]);
    expect(peer.closed[0]?.message).toMatch(/the server ended the event stream/);
    expect((await failureOf(peer.call("y").response)).reason).toMatchObject({ type: "connection_lost" });
  });

  test("requests of the server are answered by POST", async () => {
    const { dial, server, say } = await legacy(endpoint());
    await dial({}, { onRequest: async ({ id }) => ({ jsonrpc: "2.0", id, result: {} }) });
    say(event('{"jsonrpc":"2.0","id":"p","method":"ping"}', { event: "message" }));
    expect((await server.arrived(2)).message).toEqual({ jsonrpc: "2.0", id: "p", result: {} });
  });

  test("other events and noise are no messages", async () => {
    const { dial, say } = await legacy(endpoint());
    const peer = await dial();
    say(event("x", { event: "ping" }) + endpoint("/other") + event("") + event("noise"));
    await expect.poll(() => peer.diagnostics).toMatchObject([{ code: "invalid_message" }]);
    expect(peer.closed).toEqual([]);
  });

  test("silence longer than idleTimeout ends it; comments count as life", async () => {
    const clock = manualClock();
    const { dial, say } = await legacy(endpoint());
    const peer = await dial({ idleTimeout: 1000 }, { clock, onNotification: () => undefined });
    await clock.advance(900);
    say(event('{"jsonrpc":"2.0","method":"notifications/x"}'));
    await expect.poll(() => peer.notifications).toHaveLength(1);
    await clock.advance(900);
    expect(peer.closed).toEqual([]);
    await clock.advance(100);
    expect(peer.closed[0]?.message).toMatch(/nothing came for 1000 ms/);
  });

  test("closing closes the stream and tells nobody", async () => {
    const { dial, server } = await legacy(endpoint());
    const peer = await dial();
    const sent = peer.call("x");
    await server.arrived(2);
    await peer.connection.close();
    expect((await failureOf(sent.response)).reason).toEqual({ type: "closed" });
    await server.seen[0]?.closed;
    expect(peer.closed).toEqual([]);
    await noSockets(server);
  });
});
