import { createMCPClient, type MCPTransport } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";
import type { CallAnswer, Contestant, Peer } from "./contestant.ts";
import { answeringTransport } from "./in-process-transport.ts";

type Transport = Parameters<typeof createMCPClient>[0]["transport"];

async function peerOn(transport: Transport): Promise<Peer> {
  const client = await createMCPClient({ transport });
  const schema = { type: "object" as const };
  // Its only way to a call is a tool object; made from a definition, so that no list is requested.
  const tools = client.toolsFromDefinitions({
    tools: ["echo", "big"].map((name) => ({ name, inputSchema: schema })),
  });
  const options = { toolCallId: "1", messages: [] };
  return {
    call: async (name, args) => (await tools[name]?.execute({ ...args }, options)) as CallAnswer,
    tools: async () => (await client.listTools()).tools,
    read: (uri) => client.readResource({ uri }),
    close: () => client.close(),
  };
}

export const aiSdk: Contestant = {
  connect: (target) =>
    peerOn(
      target.kind === "http"
        ? { type: "http", url: target.url }
        : new Experimental_StdioMCPTransport({ command: target.command, args: [...target.args] }),
    ),
  direct: (answer) => peerOn(answeringTransport(answer) as MCPTransport),
};
