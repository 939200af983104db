import { createMcpHandler, type McpHttpHandler, Server } from "@modelcontextprotocol/server";
import { isMcpError, responseCache, type Tool } from "snodo";
import { Upstream, type UpstreamOptions } from "./upstream.ts";

/** Between the name of a server and that of its tool. */
const SEPARATOR = "__";

/** One MCP server in front of several. */
export interface Gateway {
  /** A web-standard handler: serve it with anything that takes `Request → Response`. */
  readonly handler: McpHttpHandler;
  close(): Promise<void>;
}

/**
 * Makes a gateway.
 *
 * @param servers - what is behind it, by the name that tools are prefixed with
 * @param report - hears of servers that failed to list their tools
 * @throws TypeError for a name that would make tools ambiguous
 */
export function createGateway(
  servers: Readonly<Record<string, UpstreamOptions>>,
  report: (problem: string) => void,
): Gateway {
  const odd = Object.keys(servers).find((name) => name === "" || name.includes(SEPARATOR));
  // Else two tools could get the same name, and calls would reach the wrong server.
  if (odd !== undefined) throw new TypeError(`a server cannot be named "${odd}"`);
  // One for all servers, so that 256 results and 16 MiB are what the whole gateway keeps.
  const cache = responseCache();
  const upstreams = new Map(
    Object.entries(servers).map(([name, options]) => [name, new Upstream(name, options, cache)]),
  );
  const handler = createMcpHandler(() => frontOf(upstreams, report));
  return {
    handler,
    async close() {
      await handler.close();
      await Promise.all([...upstreams.values()].map((upstream) => upstream.close()));
    },
  };
}

/** The server that clients of the gateway see. */
function frontOf(upstreams: ReadonlyMap<string, Upstream>, report: (problem: string) => void): Server {
  const server = new Server({ name: "gateway", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", async () => ({
    tools: (await listAll(upstreams, report)) as never,
  }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const at = params.name.indexOf(SEPARATOR);
    const upstream = upstreams.get(params.name.slice(0, at));
    if (upstream === undefined) return failed(`there is no tool ${params.name}`);
    try {
      const client = await upstream.client();
      const tool = params.name.slice(at + SEPARATOR.length);
      // Who gives up on the gateway gives up on the server behind it, too.
      return (await client.callTool(tool, params.arguments ?? {}, { signal: mcpReq.signal })) as never;
    } catch (error) {
      // One line that says which server, what happened and what to do: good for a model, too.
      if (isMcpError(error)) return failed(error.message);
      throw error;
    }
  });
  return server;
}

/** The tools of every server that answers in its time; one that does not loses only its own. */
async function listAll(
  upstreams: ReadonlyMap<string, Upstream>,
  report: (problem: string) => void,
): Promise<readonly Tool[]> {
  const lists = await Promise.all(
    [...upstreams.values()].map(async (upstream) => {
      try {
        const tools = await (await upstream.client()).listTools();
        return tools.map((tool) => ({ ...tool, name: `${upstream.name}${SEPARATOR}${tool.name}` }));
      } catch (error) {
        report(`${upstream.name}: ${error instanceof Error ? error.message : String(error)}`);
        return [];
      }
    }),
  );
  return lists.flat();
}

function failed(text: string): { content: { type: "text"; text: string }[]; isError: true } {
  return { content: [{ type: "text", text }], isError: true };
}
