import { type OpenContext, pipeConnection, type Transport, transportError } from "@snodo/protocol";
import { type Client, connect } from "../../../client/dist/index.js";
import { http } from "../../../http/dist/index.js";
import type {
  AdaptedClient,
  AdaptedSubscription,
  ClientAdapter,
  ClientTarget,
  PipeTarget,
} from "../../src/index.ts";

/** The client of this workspace, as the client contract sees it. */
export const referenceAdapter: ClientAdapter = {
  name: "reference",
  async connect(target, { timeout, signal, answer }) {
    const client = await connect(transportTo(target), {
      timeout,
      signal,
      diagnostics: { report: () => undefined },
      ...(answer === undefined
        ? {}
        : {
            inputHandlers: {
              form: (params) =>
                answer({ method: "elicitation/create", params: { ...params } }) as { action: "accept" },
            },
          }),
    });
    return adapt(client);
  },
};

function adapt(client: Client): AdaptedClient {
  return {
    listTools: async () => (await client.listTools()).map(({ name }) => name),
    async callTool(name, args, { signal, timeout, onProgress } = {}) {
      const report =
        onProgress === undefined
          ? {}
          : { onProgress: (seen: { progress: number }) => onProgress(seen.progress) };
      return { ...(await client.callTool(name, args, { signal, timeout, ...report })) };
    },
    request: (method, params) => client.request(method, params),
    listen: (changed, ended) => listen(client, changed, ended),
    close: () => client.close(),
  };
}

async function listen(client: Client, changed: () => void, ended: () => void): Promise<AdaptedSubscription> {
  const subscription = await client.listen({ toolsListChanged: true }, { resubscribe: false });
  let closing = false;
  const read = async (): Promise<void> => {
    for await (const event of subscription) {
      if (event.type === "notification") changed();
      if (event.type === "closed" && !closing) ended();
    }
  };
  void read();
  return {
    async close() {
      closing = true;
      await subscription.close();
    },
  };
}

function transportTo(target: ClientTarget): Transport {
  return target.channel === "http"
    ? http(target.url, { fetch: target.fetch })
    : { kind: "pipe", label: "the pipe", open: async (context) => openPipe(target, context) };
}

function openPipe(target: PipeTarget, context: OpenContext): ReturnType<typeof pipeConnection> {
  const connection = pipeConnection(
    { send: (message) => end.send(message), close: async () => end.close() },
    context,
    "the pipe",
  );
  const end = target.open(
    (message) => connection.receive(message),
    () =>
      connection.end((request) =>
        transportError(
          "the pipe ended",
          { type: "connection_lost" },
          { sent: request === undefined ? "no" : "maybe" },
        ),
      ),
  );
  return connection;
}
