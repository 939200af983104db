import { acceptedContent, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

/** What the tests want to know about the servers that were made. */
export interface Made {
  readonly servers: McpServer[];
  /** Arguments the handlers got, as they got them. */
  readonly seen: unknown[];
  /** Reasons of the signals of calls that were given up. */
  readonly aborted: unknown[];
}

/** Makes servers of the second generation with a tool for everything the tests need, and keeps them. */
export function v2Server(): { readonly factory: () => McpServer; readonly made: Made } {
  const made: Made = { servers: [], seen: [], aborted: [] };
  return { made, factory: () => build(made) };
}

const name = z.object({ name: z.string() });

function build(made: Made): McpServer {
  const server = new McpServer(
    { name: "v2", version: "2.4.0" },
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
  server.registerTool("report", { inputSchema: z.object({}) }, async (_args, context) => {
    const { progressToken } = context.mcpReq._meta ?? {};
    for (let progress = 1; progress <= 3 && progressToken !== undefined; progress += 1)
      await context.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, total: 3 },
      });
    return { content: [] };
  });
  server.registerTool("greet", { inputSchema: z.object({}) }, async (_args, context) => {
    const question = { message: "who are you?", requestedSchema: name };
    // Only the revision of the request tells which way a server may ask.
    if (context.mcpReq.envelope === undefined) {
      const answer = await context.mcpReq.elicitInput({
        message: question.message,
        requestedSchema: { type: "object", properties: { name: { type: "string" } } },
      });
      return { content: [{ type: "text", text: `hello ${String(answer.content?.["name"])}` }] };
    }
    const given = acceptedContent(context.mcpReq.inputResponses, "who", name);
    if (given === undefined) return inputRequired({ inputRequests: { who: inputRequired.elicit(question) } });
    return { content: [{ type: "text", text: `hello ${given.name}` }] };
  });
  server.registerTool("hang", { inputSchema: z.object({}) }, (_args, context) => {
    return new Promise((_resolve, reject) => {
      context.mcpReq.signal.addEventListener("abort", () => {
        made.aborted.push(context.mcpReq.signal.reason);
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
