import { type Client, connect, direct } from "@snodo/client";
import { http } from "@snodo/http";
import { stdio } from "@snodo/stdio";
import type { Contestant, Peer } from "./contestant.ts";

function peerOn(client: Client): Peer {
  return {
    call: (name, args) => client.callTool(name, { ...args }) as ReturnType<Peer["call"]>,
    callWithProgress: (name, args, onProgress) =>
      client.callTool(name, { ...args }, { onProgress }) as ReturnType<Peer["call"]>,
    tools: () => client.listTools(),
    read: (uri) => client.readResource(uri),
    listen: (uri) => client.listen({ resourceSubscriptions: [uri] }),
    close: () => client.close(),
  };
}

export const snodo: Contestant = {
  connect: async (target) =>
    peerOn(
      await connect(
        target.kind === "http" ? http(target.url) : stdio({ command: target.command, args: target.args }),
      ),
    ),
  direct: async (answer) =>
    peerOn(
      await direct({
        revisions: ["2026-07-28"],
        dispatch: (request) => answer(request) as ReturnType<Parameters<typeof direct>[0]["dispatch"]>,
      }),
    ),
};
