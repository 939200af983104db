import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { fixture, json, result } from "../support/fixture.ts";

describe.each(EXCHANGES)("$name", ({ options }) => {
  test("a server that is not there is named, with the system's code", async () => {
    const server = await fixture(() => undefined);
    await server.close();
    const peer = await Dialled.dial(http(server.url, options));
    const failure = await failureOf(peer.call("x").response);
    const host = `127.0.0.1:${server.port}`;
    expect(failure.reason).toEqual({ type: "unreachable", host, osCode: "ECONNREFUSED" });
    expect(failure.message).toMatch(`could not connect to ${host} (`);
    expect(failure.message).toMatch("ECONNREFUSED");
    expect(failure.sent).toBe("no");
  });

  test("a host that does not exist is named", async () => {
    const peer = await Dialled.dial(http("http://no-such-host.invalid/mcp", options));
    const failure = await failureOf(peer.call("x").response);
    expect(failure.reason).toMatchObject({ type: "unreachable", host: "no-such-host.invalid" });
    expect(failure.message).toMatch(/ENOTFOUND|EAI_AGAIN/);
    expect(failure.sent).toBe("no");
  });

  test("params that are no JSON are the caller's mistake", async () => {
    const server = await fixture((seen, response) => json(response, result(seen)));
    const peer = await Dialled.dial(http(server.url, options));
    const failure = await failureOf(peer.call("x", { params: { arguments: { big: 1n } } }).response);
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure.message).toBe(
      'tools/call "x" cannot be written as JSON: Do not know how to serialize a BigInt',
    );
    expect(server.seen).toHaveLength(0);
  });

  test("an argument that cannot be mirrored is refused before anything is sent", async () => {
    const server = await fixture((seen, response) => json(response, result(seen)));
    const peer = await Dialled.dial(http(server.url, options));
    const plan = [{ path: ["n"], header: "Mcp-Param-N", type: "integer" as const }];
    const failure = await failureOf(
      peer.call("x", { params: { arguments: { n: "1" } }, routing: { tool: plan } }).response,
    );
    expect(failure).toMatchObject({ kind: "protocol", code: -32602, sent: "no" });
    expect(failure.reason).toEqual({
      type: "invalid_tool_headers",
      tool: "x",
      problem: expect.stringContaining("Mcp-Param-N"),
    });
    expect(server.seen).toHaveLength(0);
  });
});
