// @req option.headers
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { fixture, json, result } from "../support/fixture.ts";

describe.each(EXCHANGES)("$name", ({ options }) => {
  test("a stateless request carries what mirrors it", async () => {
    const server = await fixture((seen, response) => json(response, result(seen)));
    const peer = await Dialled.dial(http(server.url, { ...options, headers: { "X-Mine": "1" } }));
    await peer.send("resources/read", { params: { uri: "file:///é" } }).response;
    expect(server.seen[0]?.headers).toMatchObject({
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "resources/read",
      "mcp-name": "=?base64?ZmlsZTovLy/DqQ==?=",
      "x-mine": "1",
    });
  });

  test("a method that no header can carry is the caller's mistake, and not sent", async () => {
    const server = await fixture((seen, response) => json(response, result(seen)));
    const peer = await Dialled.dial(http(server.url, options));
    const failure = await failureOf(peer.send("com.example/a\r\nx-evil: 1").response);
    expect(failure).toMatchObject({
      kind: "protocol",
      code: -32_602,
      reason: { type: "invalid_header", header: "mcp-method" },
      sent: "no",
    });
    expect(failure.message).toBe(
      `com.example/a x-evil: 1 on ${server.url} failed: the header "mcp-method" cannot carry the name of the method`,
    );
    expect(server.seen).toEqual([]);
  });

  test("headers may be asked for before each request", async () => {
    let count = 0;
    const server = await fixture((seen, response) => json(response, result(seen)));
    const headers = async () => {
      count += 1;
      return { "x-count": String(count), accept: "text/html" };
    };
    const peer = await Dialled.dial(http(server.url, { ...options, headers }));
    await peer.call("x").response;
    await peer.call("y").response;
    expect(server.seen.map(({ headers: { accept, "x-count": counted } }) => [accept, counted])).toEqual([
      ["application/json, text/event-stream", "1"],
      ["application/json, text/event-stream", "2"],
    ]);
    expect(peer.diagnostics).toMatchObject([{ level: "warning", code: "header_ignored" }]);
  });

  test("what the protocol controls is not overwritten, which is said once", async () => {
    const server = await fixture((seen, response) => json(response, result(seen)));
    const peer = await Dialled.dial(
      http(server.url, {
        ...options,
        headers: [
          ["Accept", "*/*"],
          ["MCP-Protocol-Version", "1"],
        ],
      }),
    );
    await peer.call("x").response;
    expect(server.seen[0]?.headers).toMatchObject({
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
    });
    expect(peer.diagnostics).toMatchObject([
      {
        code: "header_ignored",
        message: 'the "headers" option cannot set accept, mcp-protocol-version: the protocol does',
      },
    ]);
  });

  test("a header that cannot be sent fails the request by its name", async () => {
    const server = await fixture((seen, response) => json(response, result(seen)));
    const peer = await Dialled.dial(http(server.url, { ...options, headers: () => ({ "x-key": "секрет" }) }));
    const failure = await failureOf(peer.call("x").response);
    expect(failure).toMatchObject({
      kind: "protocol",
      code: -32602,
      reason: { type: "invalid_header", header: "x-key" },
      sent: "no",
    });
    expect(failure.message).toMatch(/the header "x-key" has a value/);
    expect(failure.message).not.toMatch("секрет");
    expect(server.seen).toHaveLength(0);
  });

  test("what a headers function throws is the caller's, as it is", async () => {
    const mine = new Error("vault is sealed");
    const headers = () => {
      throw mine;
    };
    const peer = await Dialled.dial(http("http://h.test/mcp", { ...options, headers }));
    expect(await failureOf(peer.call("x").response)).toBe(mine);
  });
});
