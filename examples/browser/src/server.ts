import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

/**
 * What a page may send and read. A star covers everything but `Authorization`; without `Mcp-Session-Id` exposed, a page
 * could not keep a session.
 */
const CORS = {
  "access-control-allow-headers": "*, authorization",
  "access-control-allow-methods": "POST, GET, DELETE",
  "access-control-expose-headers": "mcp-session-id, www-authenticate",
  "access-control-max-age": "600",
};

function buildServer(): McpServer {
  const server = new McpServer({ name: "kitchen", version: "1.0.0" });
  server.registerTool(
    "convert",
    {
      title: "Convert cups",
      description: "Cups to millilitres",
      inputSchema: z.object({ cups: z.coerce.number() }),
      outputSchema: z.object({ millilitres: z.number() }),
    },
    ({ cups }) => {
      const millilitres = Math.round(cups * 236.588);
      return { content: [{ type: "text", text: `${millilitres} ml` }], structuredContent: { millilitres } };
    },
  );
  server.registerTool("bake", { title: "Bake", inputSchema: z.object({}) }, async (_args, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (let progress = 1; progress <= 4 && progressToken !== undefined; progress += 1) {
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, total: 4 },
      });
    }
    return { content: [{ type: "text", text: "the bread is done" }] };
  });
  return server;
}

/**
 * An MCP server that pages of one origin may call.
 *
 * @param origin - of the page
 */
export function mcpServer(origin: string): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(buildServer);
  return async (request) => {
    const answer =
      request.method === "OPTIONS" ? new Response(null, { status: 204 }) : await handler.fetch(request);
    const headers = new Headers(answer.headers);
    headers.set("access-control-allow-origin", origin);
    for (const [name, value] of Object.entries(CORS)) headers.set(name, value);
    return new Response(answer.body, { status: answer.status, headers });
  };
}
