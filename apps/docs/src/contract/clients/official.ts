import {
  Client,
  type ElicitResult,
  parseJSONRPCMessage,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import type { AdaptedClient, ClientAdapter, ClientTarget } from "@snodo/testing";
import { z } from "zod";
import { pipeTransport } from "./pipe-transport.ts";

const anything = z.looseObject({});

/** `@modelcontextprotocol/client` 2.x, told to negotiate: by itself it speaks the initialize era only. */
export const official: ClientAdapter = {
  name: "@modelcontextprotocol/client",
  async connect(target, { timeout, signal, answer }) {
    const client = new Client(
      { name: "official", version: "1.0.0" },
      {
        versionNegotiation: { mode: "auto" },
        capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
      },
    );
    if (answer !== undefined) {
      client.setRequestHandler(
        "elicitation/create",
        ({ params }) => answer({ method: "elicitation/create", params: { ...params } }) as ElicitResult,
      );
    }
    const limits = {
      ...(timeout === undefined ? {} : { timeout }),
      ...(signal === undefined ? {} : { signal }),
    };
    await client.connect(transportTo(target), limits);
    return adapted(client, timeout);
  },
};

function adapted(client: Client, limit: number | undefined): AdaptedClient {
  const common = limit === undefined ? {} : { timeout: limit };
  return {
    listTools: async () => (await client.listTools(undefined, common)).tools.map(({ name }) => name),
    async callTool(name, args, { signal, timeout, onProgress } = {}) {
      const result = await client.callTool(
        { name, arguments: { ...args } },
        {
          ...common,
          ...(signal === undefined ? {} : { signal }),
          ...(timeout === undefined ? {} : { timeout }),
          ...(onProgress === undefined ? {} : { onprogress: ({ progress }) => onProgress(progress) }),
        },
      );
      return { ...result };
    },
    request: (method, params) => client.request({ method, params: { ...params } }, anything, common),
    async listen(changed, ended) {
      client.setNotificationHandler("notifications/tools/list_changed", () => changed());
      if (client.getProtocolEra() !== "modern") return { close: async () => undefined };
      const subscription = await client.listen({ toolsListChanged: true }, common);
      let closing = false;
      void subscription.closed.then(() => (closing ? undefined : ended()));
      return {
        async close() {
          closing = true;
          await subscription.close();
        },
      };
    },
    close: () => client.close(),
  };
}

function transportTo(target: ClientTarget): Transport {
  return target.channel === "http"
    ? new StreamableHTTPClientTransport(new URL(target.url), {
        fetch: (input, init) => target.fetch(input, init),
      })
    : (pipeTransport(target, parseJSONRPCMessage) as Transport);
}
