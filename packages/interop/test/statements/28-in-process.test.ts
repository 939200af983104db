// Statement 28 of the comparison with the official client: a server in this process takes one call to reach, in both eras,
// with what crosses copied as JSON. There: an adapter of one's own that leaks the subscription, or an undocumented way.
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { connect } from "@snodo/client";
import type { Transport } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { fromFetchHandler, fromSdkServer } from "../../src/index.ts";
import { v2Server } from "../support/v2-server.ts";

type Make = (factory: ReturnType<typeof v2Server>["factory"]) => Transport;

const WAYS: readonly [string, Make][] = [
  ["createMcpHandler(…).fetch", (factory) => fromFetchHandler(createMcpHandler(factory).fetch)],
  ["serveStdio({ transport })", (factory) => fromSdkServer(factory, { serve: serveStdio })],
];

describe.each(WAYS)("%s", (_name, make) => {
  test.each(["2026-07-28", "2025-11-25"] as const)("on %s", async (protocol) => {
    const { factory, made } = v2Server();
    await using client = await connect(make(factory), { protocol });
    expect(client.session.protocolVersion).toBe(protocol);
    const args = { at: new Date(0), nested: { gone: undefined, list: [Number.NaN] } };
    const result = await client.callTool("echo", args as never);
    expect(made.seen).toEqual([{ at: "1970-01-01T00:00:00.000Z", nested: { list: [null] } }]);
    expect(made.seen[0]).not.toBe(args);
    expect(result.content).toEqual([{ type: "text", text: JSON.stringify(made.seen[0]) }]);
  });
});
