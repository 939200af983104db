import {
  createMCPClient,
  ElicitationRequestSchema,
  type ElicitResult,
  type MCPClient,
  type MCPTransport,
  validateJSONRPCMessage,
} from "@ai-sdk/mcp";
import type { JsonObject } from "@snodo/protocol";
import type { AdaptedClient, ClientAdapter, ClientTarget } from "@snodo/testing";
import { everyPage } from "./every-page.ts";
import { pipeTransport } from "./pipe-transport.ts";

type Transport = Parameters<typeof createMCPClient>[0]["transport"];

/** `@ai-sdk/mcp`. It does not speak 2026-07-28, reports no progress and sends no requests but its own. */
export const aiSdk: ClientAdapter = {
  name: "@ai-sdk/mcp",
  async connect(target, { timeout, signal, answer }) {
    const client = await createMCPClient({
      transport: transportTo(target),
      capabilities: answer === undefined ? {} : { elicitation: {} },
      initializationOptions: {
        ...(timeout === undefined ? {} : { timeout }),
        ...(signal === undefined ? {} : { signal }),
      },
      onUncaughtError: () => undefined,
    });
    if (answer !== undefined) {
      client.onElicitationRequest(
        ElicitationRequestSchema,
        ({ params }) => answer({ method: "elicitation/create", params: { ...params } }) as ElicitResult,
      );
    }
    return adapted(client, timeout);
  },
};

function adapted(client: MCPClient, common: number | undefined): AdaptedClient {
  return {
    listTools: () =>
      everyPage((cursor) => client.listTools(cursor === undefined ? {} : { params: { cursor } })),
    async callTool(name, args, { signal, timeout } = {}) {
      const inputSchema = { type: "object" as const };
      const tools = client.toolsFromDefinitions({ tools: [{ name, inputSchema }] });
      // There is no time limit for a tool call; this is how a host gives it one.
      const limit = timeout ?? common;
      const signals = [signal, limit === undefined ? undefined : AbortSignal.timeout(limit)];
      const abortSignal = AbortSignal.any(signals.filter((each) => each !== undefined));
      const result = await tools[name]?.execute({ ...args }, { toolCallId: "1", messages: [], abortSignal });
      return result as JsonObject;
    },
    request: (method) => Promise.reject(new Error(`there is no way to send ${method}`)),
    close: () => client.close(),
  };
}

function transportTo(target: ClientTarget): Transport {
  return target.channel === "http"
    ? { type: "http", url: target.url, fetch: (input, init) => target.fetch(input, init) }
    : (pipeTransport(target, validateJSONRPCMessage) as MCPTransport);
}
