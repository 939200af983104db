// A server made with @modelcontextprotocol/sdk 1.x: `node sdk1.mjs stdio`, or `node sdk1.mjs http`, which prints its port.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { completable } from "@modelcontextprotocol/sdk/server/completable.js";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

function build() {
  const server = new McpServer({ name: "sdk1", version: "1.0.0" });
  server.registerTool("greet", { inputSchema: { name: z.string() } }, ({ name }) => ({
    content: [{ type: "text", text: `hello ${name}` }],
  }));
  server.registerTool("confirm", {}, async (extra) => {
    const answer = await server.server.elicitInput(
      { message: "Sure?", requestedSchema: { type: "object", properties: { sure: { type: "boolean" } } } },
      { relatedRequestId: extra.requestId },
    );
    return { content: [{ type: "text", text: JSON.stringify(answer) }] };
  });
  server.registerResource("note", "note://one", {}, (uri) => ({
    contents: [{ uri: uri.href, text: "one" }],
  }));
  server.registerResource("notes", new ResourceTemplate("note://{name}", { list: undefined }), {}, (uri) => ({
    contents: [{ uri: uri.href, text: "any" }],
  }));
  const color = completable(z.string(), (value) => ["red", "green"].filter((name) => name.startsWith(value)));
  server.registerPrompt("paint", { argsSchema: { color } }, ({ color: chosen }) => ({
    messages: [{ role: "user", content: { type: "text", text: `paint it ${chosen}` } }],
  }));
  return server;
}

if (process.argv[2] === "stdio") {
  await build().connect(new StdioServerTransport());
} else {
  const sessions = new Map();
  createServer(async (request, response) => {
    const known = sessions.get(request.headers["mcp-session-id"]);
    if (known !== undefined) return await known.handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => sessions.set(id, transport),
      onsessionclosed: (id) => sessions.delete(id),
    });
    await build().connect(transport);
    await transport.handleRequest(request, response);
  }).listen(0, "127.0.0.1", function () {
    console.log(this.address().port);
  });
}
