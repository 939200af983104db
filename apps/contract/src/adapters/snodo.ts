import { type Connection, type OpenContext, pipeConnection, transportError } from "@snodo/protocol";
import type { AdaptedClient, ClientAdapter, PipeTarget } from "@snodo/testing";
import { type Client, connect, type InputHandlers, type SnodoOptions } from "snodo";

type Answer = NonNullable<Parameters<ClientAdapter["connect"]>[1]["answer"]>;
type FormAnswer = Awaited<ReturnType<NonNullable<InputHandlers["form"]>>>;

/** This client, as the client contract sees it. */
export const snodo: ClientAdapter = {
  name: "snodo",
  async connect(target, { timeout, signal, answer }) {
    const options: SnodoOptions = {
      timeout,
      signal,
      // What servers get wrong is the point here: no need to print it.
      diagnostics: { report: () => undefined },
      inputHandlers: answer === undefined ? undefined : handlersOf(answer),
    };
    const client =
      target.channel === "http"
        ? await connect(target.url, { ...options, fetch: target.fetch })
        : await connect(
            { kind: "pipe", label: "the pipe", open: async (context) => openPipe(target, context) },
            options,
          );
    return adapt(client);
  },
};

function handlersOf(answer: Answer): InputHandlers {
  return {
    form: (params) =>
      answer({ method: "elicitation/create", params: { ...params } }) as unknown as FormAnswer,
  };
}

function adapt(client: Client): AdaptedClient {
  return {
    listTools: async () => (await client.listTools()).map(({ name }) => name),
    async callTool(name, args, { signal, timeout, onProgress } = {}) {
      const progress =
        onProgress === undefined
          ? {}
          : { onProgress: (seen: { readonly progress: number }) => onProgress(seen.progress) };
      return { ...(await client.callTool(name, args, { signal, timeout, ...progress })) };
    },
    request: (method, params) => client.request(method, params),
    async listen(changed, ended) {
      const subscription = await client.listen({ toolsListChanged: true }, { resubscribe: false });
      let closing = false;
      const read = async (): Promise<void> => {
        for await (const event of subscription) {
          if (event.type === "notification") changed();
          if (event.type === "closed" && !closing) ended();
        }
      };
      // The iteration ends by itself, and never throws.
      void read();
      return {
        close() {
          closing = true;
          return subscription.close();
        },
      };
    },
    close: () => client.close(),
  };
}

function openPipe(target: PipeTarget, context: OpenContext): Connection {
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
