import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CallAnswer, Contestant, Peer } from "./contestant.ts";
import { answeringTransport } from "./in-process-transport.ts";

async function peerOn(transport: Transport): Promise<Peer> {
  const client = new Client({ name: "sdk-v1", version: "1.0.0" });
  await client.connect(transport);
  return {
    call: (name, args) => client.callTool({ name, arguments: { ...args } }) as Promise<CallAnswer>,
    callWithProgress: (name, args, onprogress) =>
      client.callTool({ name, arguments: { ...args } }, undefined, { onprogress }) as Promise<CallAnswer>,
    tools: async () => (await client.listTools()).tools,
    read: (uri) => client.readResource({ uri }),
    close: () => client.close(),
  };
}

export const sdkV1: Contestant = {
  connect: (target) =>
    peerOn(
      target.kind === "http"
        ? (new StreamableHTTPClientTransport(new URL(target.url)) as Transport)
        : new StdioClientTransport({ command: target.command, args: [...target.args] }),
    ),
  direct: (answer) => peerOn(answeringTransport(answer) as Transport),
};
