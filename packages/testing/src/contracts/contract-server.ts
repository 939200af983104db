import { isFailure, type JsonObject } from "@snodo/protocol";
import type { ToolHandler } from "../server/definition.ts";
import { RpcFault } from "../server/fault.ts";
import { type TestServer, testServer } from "../server/test-server.ts";
import { Counters } from "./counters.ts";

/** The error that the tool `fail` answers. */
export const CONTRACT_FAULT: { readonly code: number; readonly message: string; readonly data: JsonObject } =
  Object.freeze({ code: -31_999, message: "as asked: “failed”", data: { why: ["tested", null] } });

/**
 * The server that `transportContract` talks to. Serve it over the transport under test: in this process, or in a child
 * with `contractChild` of `@snodo/testing/node`. The cases watch it through its tools alone.
 *
 * @returns a fresh server; nothing is shared between two of them
 */
export function contractServer(): TestServer {
  const counters = new Counters();
  const gates = new Map<string, () => void>();
  const server: TestServer = testServer(
    { tools: { ...basicTools(), ...waitingTools(counters, gates), ...channelTools(counters, () => server) } },
    { label: "the contract server" },
  );
  const { notify } = server;
  server.notify = (notification, session) => {
    counters.add(notification.method);
    return notify?.call(server, notification, session);
  };
  return server;
}

type Tools = Readonly<Record<string, ToolHandler>>;

/** Tools that answer at once. */
function basicTools(): Tools {
  return {
    echo: ({ value }) => ({ content: [], structuredContent: { value } }),
    size: ({ text }) => ({ content: [], structuredContent: { value: String(text).length } }),
    big: ({ length }) => "x".repeat(Number(length)),
    fail: () => {
      throw new RpcFault(CONTRACT_FAULT.code, CONTRACT_FAULT.message, CONTRACT_FAULT.data);
    },
    count: ({ steps }, context) => {
      for (let step = 1; step <= Number(steps); step += 1) context.progress(step, Number(steps));
      return "counted";
    },
  };
}

/** Tools that wait: for another call, for a number, for the end of the request. */
function waitingTools(counters: Counters, gates: Map<string, () => void>): Tools {
  return {
    park: async ({ gate }, context) => {
      const opened = new Promise<void>((resolve) => gates.set(String(gate), resolve));
      context.progress(1);
      counters.add("parked");
      await opened;
      return String(gate);
    },
    unpark: ({ gate }) => {
      gates.get(String(gate))?.();
      return "";
    },
    wait: (_args, context) => {
      context.progress(1);
      return new Promise((_resolve, reject) => {
        const abort = (): void => {
          counters.add("aborted");
          // What a server says after a cancel must reach nobody.
          context.progress(2);
          reject(context.signal.reason);
        };
        context.signal.addEventListener("abort", abort, { once: true });
      });
    },
    until: async ({ name, least }) => {
      await counters.reach(String(name), Number(least));
      return { content: [], structuredContent: { value: counters.get(String(name)) } };
    },
  };
}

/** Tools that use the other direction. */
function channelTools(counters: Counters, server: () => TestServer): Tools {
  return {
    ask: async ({ method, params }, context) => {
      const response = await context.ask(String(method), params as JsonObject | undefined);
      counters.add("answered");
      return {
        content: [],
        structuredContent: isFailure(response) ? { error: response.error } : { result: response.result },
      };
    },
    announce: ({ times }) => {
      for (let time = 0; time < Number(times ?? 1); time += 1) server().announce.toolsChanged();
      return "";
    },
    endSubscriptions: () => {
      server().endSubscriptions();
      return "";
    },
    subscriptions: () => ({ content: [], structuredContent: { value: server().openSubscriptions } }),
  };
}
