import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { CallAnswer, Contestant, Peer, Target } from "./contestant.ts";
import { answeringTransport } from "./in-process-transport.ts";

// Out of the box it speaks the initialize era only; every contestant shall use the best it has.
const newest = { versionNegotiation: { mode: "auto" } } as const;

async function peerOn(transport: Transport): Promise<Peer> {
  const client = new Client({ name: "official", version: "1.0.0" }, newest);
  await client.connect(transport);
  return {
    call: (name, args) => client.callTool({ name, arguments: { ...args } }) as Promise<CallAnswer>,
    callWithProgress: (name, args, onprogress) =>
      client.callTool({ name, arguments: { ...args } }, { onprogress }) as Promise<CallAnswer>,
    tools: async () => (await client.listTools()).tools,
    read: (uri) => client.readResource({ uri }),
    listen: (uri) => client.listen({ resourceSubscriptions: [uri] }),
    close: () => client.close(),
  };
}

export const official: Contestant = {
  caches: true,
  connect: (target: Target) =>
    peerOn(
      target.kind === "http"
        ? new StreamableHTTPClientTransport(new URL(target.url))
        : new StdioClientTransport({ command: target.command, args: [...target.args] }),
    ),
  direct: (answer) => peerOn(answeringTransport(answer) as Transport),
};
