// @req http.legacy-sse
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import {
  error,
  event,
  type Fixture,
  fixture,
  type Handler,
  json,
  result,
  stream,
} from "../support/fixture.ts";

describe.each(EXCHANGES)("$name", ({ options }) => {
  /** The platform's `fetch` keeps idle sockets as it likes; ours are closed. */
  async function noSockets(server: Fixture) {
    if (options.fetch === undefined) await expect.poll(() => server.sockets.size).toBe(0);
  }

  /** A server of 2024-11-05 whose URL answers POST so. */
  async function old(refuse: Handler, get?: Handler) {
    let say = (_text: string): void => undefined;
    const server = await fixture((seen, response) => {
      if (seen.method === "GET") {
        if (get !== undefined) return get(seen, response);
        stream(response).write(event("/messages", { event: "endpoint" }));
        say = (text) => void response.write(text);
        return undefined;
      }
      if (seen.url !== "/messages") return refuse(seen, response);
      response.writeHead(202).end();
      if (seen.message.id !== undefined) say(event(result(seen)));
      return undefined;
    });
    return server;
  }

  const greeting = { params: {}, routing: { revision: undefined } };

  test.each([400, 404, 405])(
    "initialize that is answered %i goes to the endpoint, and so does the rest",
    async (status) => {
      const server = await old((_seen, response) => response.writeHead(status).end("no"));
      const peer = await Dialled.dial(http(server.url, options), { revision: "2024-11-05" });
      expect(await peer.greet()).toHaveProperty("result");
      expect(await peer.call("x").response).toHaveProperty("result");
      expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
        "POST /mcp",
        "GET /mcp",
        "POST /messages",
        "POST /messages",
        "POST /messages",
      ]);
      await peer.connection.close();
      await noSockets(server);
    },
  );

  test.each([401, 403, 429, 500, 503])("%i is no sign of age", async (status) => {
    const server = await old((_seen, response) => response.writeHead(status).end());
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
    await failureOf(peer.send("initialize", greeting).response);
    expect(server.seen).toHaveLength(1);
  });

  test.each([
    [400, -32020],
    [400, -32021],
    [400, -32022],
    [404, -32601],
  ])("%i with %i is the word of a newer server", async (status, code) => {
    const server = await old((seen, response) => json(response, error(seen, code), status));
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
    expect(await peer.send("initialize", greeting).response).toMatchObject({ error: { code } });
    expect(server.seen).toHaveLength(1);
  });

  test("an error of another kind is returned when there is nothing older, either", async () => {
    const server = await old(
      (seen, response) => json(response, error(seen, -32000, "no valid session"), 400),
      (_seen, response) => response.writeHead(405).end(),
    );
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
    expect(await peer.send("initialize", greeting).response).toMatchObject({
      id: 1,
      error: { code: -32000, message: "no valid session" },
    });
  });

  test("when both fail, both are told", async () => {
    const server = await old(
      (_seen, response) => response.writeHead(404).end("not here"),
      (_seen, response) => response.writeHead(405).end(),
    );
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
    const failure = await failureOf(peer.send("initialize", greeting).response);
    expect(failure.reason).toMatchObject({ type: "http_status", status: 404 });
    expect(failure.message).toMatch(
      /HTTP 404: not here; check that the URL is that of an MCP endpoint\. The older HTTP\+SSE transport did not work either: opening the event stream .* HTTP 405/,
    );
    expect((failure.cause as AggregateError).errors).toHaveLength(2);
  });

  test("the same answer to both is told once", async () => {
    const server = await old(
      (_seen, response) => response.writeHead(404).end("not here"),
      (_seen, response) => response.writeHead(404).end("not here"),
    );
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
    const failure = await failureOf(peer.send("initialize", greeting).response);
    expect(failure.message).toMatch(
      /HTTP 404: not here; .*\. The older HTTP\+SSE transport did not work either: it failed in the same way$/,
    );
  });

  test("giving up reaches the second try", async () => {
    const server = await old(
      (_seen, response) => response.writeHead(404).end(),
      (_seen, response) => stream(response),
    );
    const peer = await Dialled.dial(http(server.url, options), { revision: "2025-11-25" });
    const sent = peer.send("initialize", greeting);
    const get = await server.arrived(1, ({ method }) => method === "GET");
    sent.cancel("enough");
    await get.closed;
  });

  test("legacySse: false does not look for it", async () => {
    const server = await old((_seen, response) => response.writeHead(404).end());
    const peer = await Dialled.dial(http(server.url, { ...options, legacySse: false }), {
      revision: "2025-11-25",
    });
    expect((await failureOf(peer.send("initialize", greeting).response)).reason).toMatchObject({
      type: "http_status",
      status: 404,
    });
    expect(server.seen).toHaveLength(1);
  });

  test("only initialize leads to it", async () => {
    const server = await old((_seen, response) => response.writeHead(404).end());
    const peer = await Dialled.dial(http(server.url, options));
    await failureOf(peer.send("server/discover").response);
    expect(server.seen).toHaveLength(1);
  });
});
