import {
  type CallToolResult,
  type CompleteParams,
  isObject,
  type JsonObject,
  type LogLevel,
  type SubscriptionFilter,
  type Tool,
} from "@snodo/protocol";
import { setLogLevel } from "./calls/log-level.ts";
import { call } from "./calls/perform.ts";
import type { Client, Closed } from "./client.ts";
import { closeClient } from "./connection/close.ts";
import type { Core } from "./connection/core.ts";
import type { Session } from "./connection/session.ts";
import { type AnswerInputOptions, answerInput } from "./input/answer-input.ts";
import { callTool, checkResult, type ToolCallOptions } from "./methods/call-tool.ts";
import { discover } from "./methods/discover.ts";
import type { ListKind } from "./methods/items.ts";
import { listAll, listPage } from "./methods/list.ts";
import { notify } from "./methods/notify.ts";
import type { CallOptions } from "./options.ts";
import { listen } from "./subscriptions/listen.ts";
import type { ListenOptions } from "./subscriptions/options.ts";

/**
 * Binds the functions of a connected core to the methods of {@link Client}.
 *
 * @param core - the connection's state
 * @param closed - resolves when it ended
 */
export function connectedClient(core: Core, closed: Promise<Closed>): Client {
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeClient(core);
    return closing;
  };
  const methods = {
    label: core.link.label,
    get session(): Session {
      return core.session;
    },
    closed,
    discover: (options?: CallOptions) => discover(core, options),
    listTools: (options?: CallOptions) => listAll(core, "tools", options),
    listResources: (options?: CallOptions) => listAll(core, "resources", options),
    listResourceTemplates: (options?: CallOptions) => listAll(core, "resourceTemplates", options),
    listPrompts: (options?: CallOptions) => listAll(core, "prompts", options),
    listPage: async (kind: ListKind, cursor?: string, options?: CallOptions) =>
      await listPage(core, kind, cursor, options),
    callTool: (tool: string | Tool, args?: JsonObject, options?: ToolCallOptions) =>
      callTool(core, tool, args, options),
    checkResult: (tool: string | Tool, result: CallToolResult, options?: ToolCallOptions) =>
      checkResult(core, tool, result, options),
    readResource: async (uri: string, options?: CallOptions) =>
      await call(core, "resources/read", { uri: text("uri", uri) }, options),
    getPrompt: async (name: string, args?: JsonObject, options?: CallOptions) =>
      await call(core, "prompts/get", prompt(text("name", name), args), options),
    complete: async (params: CompleteParams, options?: CallOptions) =>
      await call(core, "completion/complete", params as unknown as JsonObject, options),
    ping: (options?: CallOptions) => call(core, "ping", {}, options),
    setLogLevel: async (level: LogLevel) => await setLogLevel(core, level),
    request: async (method: string, params: JsonObject = {}, options?: CallOptions) => {
      if (method === "subscriptions/listen")
        throw new TypeError("subscriptions/listen is a stream: use listen()");
      return await call(core, method, params, options);
    },
    answerInput: (result: { readonly inputRequests?: unknown }, options?: AnswerInputOptions) =>
      answerInput(core, result, options),
    notify: (method: string, params?: JsonObject) => notify(core, method, params),
    listen: (filter: SubscriptionFilter, options: ListenOptions = {}) => listen(core, filter, options),
    close,
    [Symbol.asyncDispose]: close,
  };
  // The implementation works on wire objects; the interface says what they are.
  return Object.freeze(methods) as unknown as Client;
}

function text(name: string, value: unknown): string {
  if (typeof value !== "string" || value === "") throw new TypeError(`${name} must be a non-empty string`);
  return value;
}

function prompt(name: string, args: JsonObject | undefined): JsonObject {
  if (args === undefined) return { name };
  if (!isObject(args)) throw new TypeError(`the arguments of ${name} must be an object`);
  return { name, arguments: args };
}
