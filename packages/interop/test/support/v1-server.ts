import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import type { Made as MadeV2 } from "./v2-server.ts";

/** As for the second generation. */
export interface Made extends Omit<MadeV2, "servers"> {
  readonly servers: McpServer[];
}

/** Makes servers of the first generation with a tool for everything the tests need, and keeps them. */
export function v1Server(): { readonly factory: () => McpServer; readonly made: Made } {
  const made: Made = { servers: [], seen: [], aborted: [] };
  return { made, factory: () => build(made) };
}

function build(made: Made): McpServer {
  const server = new McpServer(
    { name: "v1", version: "1.32.2" },
    {
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
      instructions: "be kind",
    },
  );
  made.servers.push(server);
  server.registerTool("echo", { inputSchema: z.looseObject({}) }, (args) => {
    made.seen.push(args);
    return { content: [{ type: "text", text: JSON.stringify(args) }] };
  });
  server.registerTool("report", { inputSchema: z.object({}) }, async (_args, extra) => {
    const { progressToken } = extra._meta ?? {};
    for (let progress = 1; progress <= 3 && progressToken !== undefined; progress += 1)
      await extra.sendNotification({
        method: "notifications/progress",
        params: { progressToken, progress, total: 3 },
      });
    return { content: [] };
  });
  server.registerTool("greet", { inputSchema: z.object({}) }, async () => {
    const answer = await server.server.elicitInput({
      message: "who are you?",
      requestedSchema: { type: "object", properties: { name: { type: "string" } } },
    });
    return { content: [{ type: "text", text: `hello ${String(answer.content?.["name"])}` }] };
  });
  server.registerTool("hang", { inputSchema: z.object({}) }, (_args, extra) => {
    return new Promise((_resolve, reject) => {
      extra.signal.addEventListener("abort", () => {
        made.aborted.push(extra.signal.reason);
        reject(new Error("given up"));
      });
    });
  });
  server.registerTool("odd", { inputSchema: z.object({}) }, () => ({
    content: [],
    structuredContent: { count: 1n } as unknown as Record<string, unknown>,
  }));
  server.registerResource("notes", "file:///notes.md", {}, (uri) => ({
    contents: [{ uri: uri.href, text: "notes" }],
  }));
  return server;
}
