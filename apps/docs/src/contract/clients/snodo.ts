import { type Client, connect } from "@snodo/client";
import { http } from "@snodo/http";
import {
  type Connection,
  type OpenContext,
  pipeConnection,
  REVISIONS,
  type Revision,
  type Transport,
  transportError,
} from "@snodo/protocol";
import type {
  AdaptedClient,
  AdaptedSubscription,
  AdapterOptions,
  ClientAdapter,
  ClientTarget,
  PipeTarget,
} from "@snodo/testing";

/** This library. */
export const snodo: ClientAdapter = speaking(undefined);

/**
 * What a client that does everything right can do without 2026-07-28: cases that it fails need that revision, and say
 * nothing else about clients that do not speak it.
 */
export const withoutNewest: ClientAdapter = speaking(
  REVISIONS.filter((revision) => revision !== "2026-07-28"),
);

function speaking(protocol: readonly Revision[] | undefined): ClientAdapter {
  return { name: "snodo", connect: (target, options) => open(target, options, protocol) };
}

async function open(
  target: ClientTarget,
  { timeout, signal, answer }: AdapterOptions,
  protocol: readonly Revision[] | undefined,
): Promise<AdaptedClient> {
  const form =
    answer === undefined
      ? undefined
      : (params: object) =>
          answer({ method: "elicitation/create", params: { ...params } }) as { readonly action: "accept" };
  const client = await connect(transportTo(target), {
    protocol,
    timeout,
    signal,
    diagnostics: { report: () => undefined },
    ...(form === undefined ? {} : { inputHandlers: { form } }),
  });
  return adapted(client);
}

function adapted(client: Client): AdaptedClient {
  return {
    listTools: async () => (await client.listTools()).map(({ name }) => name),
    async callTool(name, args, { signal, timeout, onProgress } = {}) {
      const options = { signal, timeout };
      const result =
        onProgress === undefined
          ? await client.callTool(name, args, options)
          : await client.callTool(name, args, {
              ...options,
              onProgress: (seen) => onProgress(seen.progress),
            });
      return { ...result };
    },
    request: (method, params) => client.request(method, params),
    listen: (changed, ended) => listen(client, changed, ended),
    close: () => client.close(),
  };
}

async function listen(client: Client, changed: () => void, ended: () => void): Promise<AdaptedSubscription> {
  const subscription = await client.listen({ toolsListChanged: true });
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
  if (target.channel === "http") return http(target.url, { fetch: target.fetch });
  return { kind: "pipe", label: "the pipe", open: async (context) => openPipe(target, context) };
}

function openPipe(target: PipeTarget, context: OpenContext): Connection {
  const pipe = { send: (message: object) => end.send(message), close: async () => end.close() };
  const connection = pipeConnection(pipe, context, "the pipe");
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
