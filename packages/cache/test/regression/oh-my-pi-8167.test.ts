// Field report 134: after a reconnect cached tool definitions won over fresh ones.
import { connect } from "@snodo/client";
import type { Connection, Exchange, JsonRpcRequest, Transport } from "@snodo/protocol";
import { memoryTransport, testServer } from "@snodo/testing";
import { expect, test } from "vitest";
import { responseCache } from "../../src/index.ts";
import { deferred, harness, page, TOOLS } from "../support/harness.ts";

test("what was fetched later wins, on every connection to the endpoint", async () => {
  const { connect } = harness();
  const before = connect();
  await before.read(TOOLS);
  before.cache.detach();
  const after = connect();
  after.answer = page("live");
  const live = await after.read({ ...TOOLS, mode: "refresh" });
  expect(after.readNow(TOOLS)).toBe(live);
  expect(await connect().read(TOOLS)).toBe(live);
});

test("an answer that was on its way when the connection ended does not come back", async () => {
  const { connect } = harness();
  const before = connect();
  const held = deferred();
  before.answer = held.promise;
  const late = before.read(TOOLS);
  before.cache.detach();
  const after = connect();
  after.answer = page("live");
  const live = await after.read(TOOLS);
  held.resolve(page("old"));
  await late;
  expect(after.readNow(TOOLS)).toBe(live);
});

/** A pipe that says it mirrors headers, as HTTP does, and shows which arguments each call would mirror. */
function mirroring(inner: Transport): { readonly transport: Transport; readonly mirrored: string[] } {
  const mirrored: string[] = [];
  const transport: Transport = {
    kind: "mirroring",
    label: inner.label,
    async open(context) {
      const connection = await inner.open(context);
      return Object.assign(Object.create(connection) as Connection, {
        mirrorsHeaders: true,
        send: (request: JsonRpcRequest, exchange: Exchange) => {
          if (request.method === "tools/call")
            mirrored.push((exchange.routing.tool ?? []).map(({ header }) => header).join());
          return connection.send(request, exchange);
        },
        notify: connection.notify?.bind(connection),
        close: () => connection.close(),
      });
    },
  };
  return { transport, mirrored };
}

test("a client that reads a cached list keeps the headers a fresher one taught", async () => {
  const tool = (header: string) => ({
    inputSchema: { type: "object", properties: { q: { type: "string", "x-mcp-header": header } } },
    handler: () => "found",
  });
  const server = testServer({
    tools: { search: tool("Old") },
    cache: { ttlMs: 60_000, cacheScope: "public" },
  });
  const { transport, mirrored } = mirroring(memoryTransport(server));
  const client = await connect(transport, { protocol: "2026-07-28", cache: responseCache() });
  await client.listTools();
  await client.callTool("search", { q: "a" });
  server.define({ tools: { search: tool("New") } });
  await client.listTools({ bypassCache: true });
  await client.listTools();
  await client.callTool("search", { q: "a" });
  expect(mirrored).toEqual(["Mcp-Param-Old", "Mcp-Param-New"]);
  await client.close();
});
