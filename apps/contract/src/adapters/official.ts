import {
  Client,
  type ClientOptions,
  parseJSONRPCMessage,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import type { AdaptedClient, ClientAdapter, HttpTarget } from "@snodo/testing";
import { pipeTransport } from "./pipe-transport.ts";

/** Takes any result: the contract looks at values, whatever their method. */
const ANYTHING = {
  "~standard": { version: 1, vendor: "contract", validate: (value: unknown) => ({ value }) },
} as const;

/** The official client, as the client contract sees it: with the newest revision, which it has to be asked for. */
export const official: ClientAdapter = {
  name: "@modelcontextprotocol/client",
  async connect(target, { timeout, signal, answer }) {
    const options: ClientOptions = {
      versionNegotiation: { mode: "auto" },
      capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
    };
    const client = new Client({ name: "contract", version: "1.0.0" }, options);
    if (answer !== undefined) {
      client.setRequestHandler(
        "elicitation/create",
        async ({ method, params }) => answer({ method, params: params as never }) as never,
      );
    }
    const transport =
      target.channel === "http"
        ? httpTransport(target)
        : (pipeTransport(target, parseJSONRPCMessage) as Transport);
    await client.connect(transport, {
      ...(timeout === undefined ? {} : { timeout }),
      ...(signal === undefined ? {} : { signal }),
    });
    return adapt(client);
  },
};

function adapt(client: Client): AdaptedClient {
  return {
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async callTool(name, args, { signal, timeout, onProgress } = {}) {
      const result = await client.callTool(
        { name, arguments: { ...args } },
        {
          ...(signal === undefined ? {} : { signal }),
          ...(timeout === undefined ? {} : { timeout }),
          ...(onProgress === undefined
            ? {}
            : { onprogress: ({ progress }: { readonly progress: number }) => onProgress(progress) }),
        },
      );
      return result as Awaited<ReturnType<AdaptedClient["callTool"]>>;
    },
    request: (method, params) => client.request({ method, params: { ...params } }, ANYTHING),
    async listen(changed, ended) {
      client.setNotificationHandler("notifications/tools/list_changed", changed);
      const subscription = await client.listen({ toolsListChanged: true });
      const watch = async (): Promise<void> => {
        if ((await subscription.closed) !== "local") ended();
      };
      void watch();
      return { close: () => subscription.close() };
    },
    close: () => client.close(),
  };
}

function httpTransport(target: HttpTarget): Transport {
  return new StreamableHTTPClientTransport(new URL(target.url), {
    fetch: (input, init) => target.fetch(input, init),
  });
}
