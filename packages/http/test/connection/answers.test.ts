// @req http.post, http.json-or-stream, http.progress-as-it-arrives
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { error, event, fixture, json, rawFixture, result, type Seen, stream } from "../support/fixture.ts";

describe.each(EXCHANGES)("$name", ({ options }) => {
  /** Sends `tools/call "x"` to a server that answers it so. */
  async function answeredBy(handler: (seen: Seen, response: ServerResponse) => unknown, limits: object = {}) {
    const server = await fixture(handler);
    const peer = await Dialled.dial(http(server.url, { ...options, ...limits }));
    return { server, peer, sent: peer.call("x") };
  }

  const ANSWERS: readonly (readonly [string, (seen: Seen, response: ServerResponse) => unknown])[] = [
    ["JSON", (seen, response) => json(response, result(seen))],
    [
      "JSON with parameters",
      (seen, response) =>
        response.writeHead(200, { "content-type": "Application/Json; charset=UTF-8" }).end(result(seen)),
    ],
    ["JSON without a type", (seen, response) => response.writeHead(200).end(result(seen))],
    ["JSON after a byte order mark", (seen, response) => json(response, `\uFEFF${result(seen)}`)],
    ["a batch", (seen, response) => json(response, `[${result(seen)}]`)],
    ["an id in quotes", (seen, response) => json(response, result(seen).replace('"id":1', '"id":"1"'))],
    ["an event", (seen, response) => stream(response).end(event(result(seen)))],
    [
      "an event of type message",
      (seen, response) => stream(response).end(event(result(seen), { event: "message" })),
    ],
    [
      "an event after others",
      (seen, response) =>
        stream(response).end(
          `: c\n\n${event("", { id: "1" })}${event("ping", { event: "ping" })}${event(result(seen))}`,
        ),
    ],
    ["an event on a stream that stays open", (seen, response) => stream(response).write(event(result(seen)))],
  ];

  test.each(ANSWERS)("%s is the answer, with the id as it was sent", async (_name, handler) => {
    const { sent } = await answeredBy(handler);
    expect(await sent.response).toEqual({ jsonrpc: "2.0", id: 1, result: { resultType: "complete" } });
  });

  test.each([400, 403, 404, 405, 409, 413, 422, 429, 500, 501, 503])(
    "an error for our id is the answer with status %i",
    async (status) => {
      const { sent } = await answeredBy((seen, response) => json(response, error(seen, -32601), status));
      expect(await sent.response).toEqual({ jsonrpc: "2.0", id: 1, error: { code: -32601, message: "no" } });
    },
  );

  const FAILURES: readonly (readonly [
    string,
    (seen: Seen, response: ServerResponse) => unknown,
    object,
    RegExp,
  ])[] = [
    [
      "202",
      (_seen, response) => response.writeHead(202).end(),
      { type: "no_answer", status: 202 },
      /answered HTTP 202, which is no answer/,
    ],
    [
      "204",
      (_seen, response) => response.writeHead(204).end(),
      { type: "no_answer", status: 204 },
      /HTTP 204/,
    ],
    [
      "an empty body",
      (_seen, response) => json(response, ""),
      { type: "no_answer", status: 200 },
      /empty body/,
    ],
    [
      "HTML",
      (_seen, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
      { type: "content_type", contentType: "text/html" },
      /text\/html, not JSON.*check that the URL/,
    ],
    [
      "broken JSON",
      (_seen, response) => json(response, "{"),
      { type: "invalid_message", problem: expect.stringContaining("not JSON") },
      /answer is invalid: the body is not JSON/,
    ],
    [
      "another id",
      (seen, response) => json(response, result(seen).replace('"id":1', '"id":2')),
      { type: "invalid_message", problem: "it answers request 2, not 1" },
      /answers request 2, not 1/,
    ],
    [
      "an id that is nearly ours",
      (seen, response) => json(response, result(seen).replace('"id":1', '"id":"1.0"')),
      { type: "invalid_message", problem: 'it answers request "1.0", not 1' },
      /1\.0/,
    ],
    [
      "another id on a stream",
      (seen, response) => stream(response).write(event(result(seen).replace('"id":1', '"id":2'))),
      { type: "invalid_message", problem: "it answers request 2, not 1" },
      /not 1/,
    ],
    [
      "a notification",
      (_seen, response) => json(response, '{"jsonrpc":"2.0","method":"notifications/x"}'),
      { type: "invalid_message", problem: expect.stringContaining("no answer to request 1") },
      /no answer to request 1/,
    ],
    [
      "neither result nor error",
      (_seen, response) => json(response, '{"jsonrpc":"2.0","id":1}'),
      { type: "invalid_message", problem: expect.stringContaining("neither") },
      /neither/,
    ],
    [
      "a stream that ends at once",
      (_seen, response) => stream(response).end(),
      { type: "stream_ended" },
      /ended the stream without the answer/,
    ],
    [
      "half an event",
      (seen, response) => stream(response).end(`data: ${result(seen)}\n`),
      { type: "stream_ended" },
      /without the answer/,
    ],
    [
      "HTTP 500",
      (_seen, response) => response.writeHead(500).end("boom"),
      { type: "http_status", status: 500, body: "boom", retryAfter: undefined },
      /answered HTTP 500: boom/,
    ],
    [
      "HTTP 429",
      (_seen, response) => response.writeHead(429, { "retry-after": "7" }).end(),
      { type: "http_status", status: 429, body: "", retryAfter: 7000 },
      /HTTP 429; it asks to wait 7 s/,
    ],
    [
      "HTTP 401",
      (_seen, response) =>
        response.writeHead(401, { "www-authenticate": 'Bearer error="invalid_token"' }).end(),
      { type: "unauthorized", status: 401, challenge: expect.objectContaining({ error: "invalid_token" }) },
      /got no credentials it accepts \(HTTP 401: invalid_token\); they come from the headers or the tokenProvider/,
    ],
    [
      "HTTP 401 with a page",
      (_seen, response) => response.writeHead(401).end("no key"),
      { type: "unauthorized", status: 401, challenge: expect.anything() },
      /HTTP 401: no key/,
    ],
    [
      "HTTP 403",
      (_seen, response) => response.writeHead(403).end("bad origin"),
      { type: "unauthorized", status: 403, challenge: expect.anything() },
      /do not permit this \(HTTP 403: bad origin\)/,
    ],
  ];

  test.each(FAILURES)("%s fails at once, and says why", async (_name, handler, reason, message) => {
    const { sent, server } = await answeredBy(handler);
    const failure = await failureOf(sent.response);
    expect(failure.reason).toEqual(reason);
    expect(failure.message).toMatch(message);
    expect(failure.message.startsWith(`tools/call "x" on ${server.url} failed: `)).toBe(true);
    expect(failure.sent).toBe("yes");
  });

  test("a response that stops in the middle fails at once", async () => {
    const { url } = await rawFixture((socket) =>
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"jsonrpc"',
      ),
    );
    const peer = await Dialled.dial(http(url, options));
    const failure = await failureOf(peer.call("x").response);
    expect(failure.reason).toMatchObject({ type: "connection_lost" });
    expect(failure.message).toMatch(/the connection was lost before the answer/);
    expect(failure.sent).toBe("yes");
  });

  test("a stream that is cut fails at once", async () => {
    const { url } = await rawFixture((socket) => {
      socket.write(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n5\r\n: hi\n\r\n",
        () => socket.destroy(),
      );
    });
    const peer = await Dialled.dial(http(url, options));
    const failure = await failureOf(peer.call("x").response);
    expect(failure.reason).toEqual({ type: "stream_ended" });
    expect(failure.message).toMatch(/the stream was cut .* without the answer/);
  });

  test("a connection that is closed before any response may have done its work", async () => {
    const { url } = await rawFixture((socket) => socket.destroy());
    const peer = await Dialled.dial(http(url, options));
    const failure = await failureOf(peer.call("x").response);
    expect(failure.reason).toMatchObject({ type: "connection_lost" });
    expect(failure.sent).toBe("maybe");
  });

  test("noise on a stream is reported once and harms nothing", async () => {
    const { sent, peer } = await answeredBy((seen, response) => {
      stream(response).end(`${event('{"type":"heartbeat"}')}${event("not json")}${event(result(seen))}`);
    });
    await sent.response;
    expect(peer.diagnostics.map(({ code }) => code)).toEqual(["invalid_message"]);
  });

  test("an invalid answer on a stream fails its request", async () => {
    const { sent } = await answeredBy((_seen, response) =>
      stream(response).write(event('{"jsonrpc":"2.0","id":1,"error":"x"}')),
    );
    expect((await failureOf(sent.response)).reason).toEqual({
      type: "invalid_message",
      problem: '"error" is not an object',
    });
  });

  test("notifications come in order and before the answer", async () => {
    const note = (step: number): string =>
      event(JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params: { step } }));
    const { sent } = await answeredBy((seen, response) =>
      stream(response).end(note(1) + note(2) + event(result(seen)) + note(3)),
    );
    await sent.response;
    expect(sent.notifications.map(({ params }) => params?.["step"])).toEqual([1, 2]);
  });

  test("a stream whose answer came and that stays open is closed after a while", async () => {
    const { sent, server } = await answeredBy((seen, response) =>
      stream(response).write(event(result(seen))),
    );
    await sent.response;
    await server.seen[0]?.closed;
  });

  test("connections are used again", async () => {
    const server = await fixture((seen, response) => json(response, result(seen)));
    const peer = await Dialled.dial(http(server.url, options));
    for (let count = 0; count < 5; count += 1) await peer.call("x").response;
    // undici frees a connection one turn after its response, so two take turns.
    expect(server.sockets.size).toBeLessThanOrEqual(2);
  });
});
