import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  ElicitRequestSchema,
  type ElicitResult,
  JSONRPCMessageSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { AdaptedClient, ClientAdapter, ClientTarget } from "@snodo/testing";
import { z } from "zod";
import { everyPage } from "./every-page.ts";
import { pipeTransport } from "./pipe-transport.ts";

const anything = z.looseObject({});

/** `@modelcontextprotocol/sdk` 1.x. It does not speak 2026-07-28. */
export const sdkV1: ClientAdapter = {
  name: "@modelcontextprotocol/sdk",
  async connect(target, { timeout, signal, answer }) {
    const client = new Client(
      { name: "sdk-v1", version: "1.0.0" },
      { capabilities: answer === undefined ? {} : { elicitation: { form: {} } } },
    );
    if (answer !== undefined) {
      client.setRequestHandler(
        ElicitRequestSchema,
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
    listTools: () =>
      everyPage((cursor) => client.listTools(cursor === undefined ? undefined : { cursor }, common)),
    async callTool(name, args, { signal, timeout, onProgress } = {}) {
      const result = await client.callTool({ name, arguments: { ...args } }, undefined, {
        ...common,
        ...(signal === undefined ? {} : { signal }),
        ...(timeout === undefined ? {} : { timeout }),
        ...(onProgress === undefined ? {} : { onprogress: ({ progress }) => onProgress(progress) }),
      });
      return { ...result };
    },
    request: (method, params) => client.request({ method, params: { ...params } }, anything, common),
    async listen(changed) {
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => changed());
      return {
        async close() {
          client.removeNotificationHandler("notifications/tools/list_changed");
        },
      };
    },
    close: () => client.close(),
  };
}

function transportTo(target: ClientTarget): Transport {
  return target.channel === "http"
    ? (new StreamableHTTPClientTransport(new URL(target.url), {
        fetch: (input, init) => target.fetch(input, init),
      }) as Transport)
    : (pipeTransport(target, (message) => JSONRPCMessageSchema.parse(message)) as Transport);
}
