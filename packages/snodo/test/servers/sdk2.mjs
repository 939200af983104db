// A server made with @modelcontextprotocol/server 2.x, which speaks both eras: `node sdk2.mjs stdio`, or `node sdk2.mjs
// http`, which prints its port.
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { completable, createMcpHandler, McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

function build() {
  const server = new McpServer({ name: "sdk2", version: "1.0.0" });
  server.registerTool("greet", { inputSchema: z.object({ name: z.string() }) }, ({ name }) => ({
    content: [{ type: "text", text: `hello ${name}` }],
  }));
  server.registerResource("note", "note://one", {}, (uri) => ({
    contents: [{ uri: uri.href, text: "one" }],
  }));
  server.registerResource("notes", new ResourceTemplate("note://{name}", { list: undefined }), {}, (uri) => ({
    contents: [{ uri: uri.href, text: "any" }],
  }));
  const color = completable(z.string(), (value) => ["red", "green"].filter((name) => name.startsWith(value)));
  server.registerPrompt("paint", { argsSchema: z.object({ color }) }, ({ color: chosen }) => ({
    messages: [{ role: "user", content: { type: "text", text: `paint it ${chosen}` } }],
  }));
  return server;
}

if (process.argv[2] === "stdio") {
  serveStdio(build);
} else {
  createServer(toNodeHandler(createMcpHandler(build))).listen(0, "127.0.0.1", function () {
    console.log(this.address().port);
  });
}
