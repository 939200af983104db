import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, expect, test } from "vitest";
import { legacySseHandler } from "../../src/index.ts";
import { type HttpServer, serveHttp } from "../../src/node/index.ts";
import { sampleServer } from "../support/sample-server.ts";

let server: HttpServer | undefined;
afterEach(() => server?.close());

async function exercise(transport: StreamableHTTPClientTransport | SSEClientTransport): Promise<void> {
  const client = new Client({ name: "official", version: "1.32.2" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { name: "Ada" } }));
  // The 1.x transports declare their callbacks without undefined, which exactOptionalPropertyTypes minds.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("greet");
  const greeted = await client.callTool({ name: "greet", arguments: {} });
  expect(greeted["content"]).toEqual([{ type: "text", text: "Hello, Ada" }]);
  await client.ping();
  await client.close();
}

test("the official client 1.x is served over Streamable HTTP", async () => {
  server = await serveHttp(sampleServer());
  await exercise(new StreamableHTTPClientTransport(new URL(server.url)));
});

test("the official client 1.x is served over HTTP+SSE", async () => {
  const handler = legacySseHandler(sampleServer({ revisions: ["2024-11-05"] }));
  server = await serveHttp(handler, { path: "/sse" });
  await exercise(new SSEClientTransport(new URL(server.url)));
});
