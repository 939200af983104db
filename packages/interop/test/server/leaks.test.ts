// A server that was made for a connection must not outlive it.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { createMcpHandler, McpServer as McpServerV2 } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { connect } from "@snodo/client";
import type { Transport } from "@snodo/protocol";
import { expect, test } from "vitest";
import { fromFetchHandler, fromSdkServer } from "../../src/index.ts";
import { collected } from "../support/collected.ts";

const info = { name: "s", version: "1" };

type Keep = <T extends object>(made: T) => T;

const WAYS: readonly [string, (keep: Keep) => Transport][] = [
  ["a v1 server", (keep) => fromSdkServer(() => keep(new McpServer(info)))],
  ["a v2 server", (keep) => fromSdkServer(() => keep(new McpServerV2(info)))],
  [
    "a v2 server through serveStdio",
    (keep) => fromSdkServer(() => keep(new McpServerV2(info)), { serve: serveStdio }),
  ],
  [
    "a v2 server behind a handler",
    (keep) => fromFetchHandler(createMcpHandler(() => keep(new McpServerV2(info)))),
  ],
];

async function visit(transport: Transport): Promise<void> {
  const client = await connect(transport);
  await client.discover().catch(() => undefined);
  await client.close();
}

test.each(WAYS)("%s is collected once its client has closed", async (_name, make) => {
  const made: WeakRef<object>[] = [];
  const transport = make((server) => {
    made.push(new WeakRef(server));
    return server;
  });
  for (let round = 0; round < 5; round += 1) await visit(transport);
  await collected();
  expect(made.length).toBeGreaterThanOrEqual(5);
  expect(made.filter((server) => server.deref() !== undefined)).toEqual([]);
});
