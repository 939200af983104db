// @req http.max-response-bytes, http.max-response-bytes-length, http.max-response-bytes-stream
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { event, fixture, json, result, type Seen, stream } from "../support/fixture.ts";

describe.each(EXCHANGES)("$name", ({ options }) => {
  /** Sends `tools/call "x"` to a server that answers it so. */
  async function answeredBy(handler: (seen: Seen, response: ServerResponse) => unknown, limits: object = {}) {
    const server = await fixture(handler);
    const peer = await Dialled.dial(http(server.url, { ...options, ...limits }));
    return { server, peer, sent: peer.call("x") };
  }

  const limited = { maxResponseBytes: 100 };
  const sized = (seen: Seen, size: number): string => {
    const empty = result(seen, { text: "" });
    return result(seen, { text: "x".repeat(size - empty.length) });
  };

  test("a body as large as the limit is an answer", async () => {
    const { sent } = await answeredBy((seen, response) => json(response, sized(seen, 100)), limited);
    expect(await sent.response).toHaveProperty("result");
  });

  test.each([200, 500])("a larger one is refused by its length, with status %i", async (status) => {
    const { sent, server } = await answeredBy((seen, response) => {
      response.writeHead(status, { "content-type": "application/json", "content-length": 101 });
      response.write(sized(seen, 50));
    }, limited);
    const failure = await failureOf(sent.response);
    expect(failure.reason).toEqual({ type: "max_response_bytes", limit: 100 });
    expect(failure.message).toMatch(/larger than maxResponseBytes \(100\)/);
    await server.seen[0]?.closed;
  });

  test("a larger one without a length is refused while it arrives, and cut", async () => {
    const { sent, server } = await answeredBy((seen, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(sized(seen, 101));
    }, limited);
    expect((await failureOf(sent.response)).reason).toEqual({ type: "max_response_bytes", limit: 100 });
    await server.seen[0]?.closed;
  });

  test("a stream that answers a request counts as one body, notifications included", async () => {
    const note = event('{"jsonrpc":"2.0","method":"notifications/x"}');
    const { sent } = await answeredBy(
      (seen, response) => stream(response).write(note + note + event(result(seen))),
      limited,
    );
    expect((await failureOf(sent.response)).reason).toEqual({ type: "max_response_bytes", limit: 100 });
  });

  test("a subscription is checked one event at a time", async () => {
    const note = event('{"jsonrpc":"2.0","method":"notifications/x"}');
    const large = event(
      JSON.stringify({ jsonrpc: "2.0", method: "notifications/x", params: { text: "x".repeat(100) } }),
    );
    const server = await fixture((_seen, response) => stream(response).write(note + note + note + large));
    const peer = await Dialled.dial(http(server.url, { ...options, ...limited }));
    const sent = peer.send("subscriptions/listen", { routing: { stream: true } });
    expect((await failureOf(sent.response)).reason).toEqual({ type: "max_response_bytes", limit: 100 });
    expect(sent.notifications).toHaveLength(3);
    await server.seen[0]?.closed;
  });

  test("an error page is quoted in part, and its connection is cut", async () => {
    const { sent, server } = await answeredBy((_seen, response) => {
      response.writeHead(502, { "content-type": "text/html" });
      response.write(`<h1>Bad gateway</h1>${"x".repeat(64 * 1024)}`);
    });
    const failure = await failureOf(sent.response);
    expect(failure.message.length).toBeLessThan(500);
    expect(failure.reason).toMatchObject({ type: "http_status", status: 502 });
    await server.seen[0]?.closed;
  });
});
