import { connect, direct } from "snodo";
import type { Contestant, Peer } from "./contestant.ts";

type Client = Awaited<ReturnType<typeof connect>>;

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
  caches: true,
  connect: async (target, cached) =>
    peerOn(
      target.kind === "http"
        ? // Each open subscription holds a connection, and a row opens a thousand.
          await connect(target.url, { cache: cached === true, connections: 2_000 })
        : await connect({ command: target.command, args: target.args }, { cache: cached === true }),
    ),
  direct: async (answer) =>
    peerOn(
      await direct({
        revisions: ["2026-07-28"],
        dispatch: (request) => answer(request) as ReturnType<Parameters<typeof direct>[0]["dispatch"]>,
      }),
    ),
};
