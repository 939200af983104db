import type { JsonObject, JsonRpcRequest } from "@snodo/protocol";
import type { InputHandlers } from "../../src/index.ts";
import { type RawServer, rawServer } from "./raw-server.ts";

/** What a server may ask, by kind. */
export const ASK = {
  form: {
    method: "elicitation/create",
    params: { mode: "form", message: "Name?", requestedSchema: { type: "object" } },
  },
  url: {
    method: "elicitation/create",
    params: { mode: "url", message: "Sign in", url: "https://example.com/auth" },
  },
  sampling: { method: "sampling/createMessage", params: { messages: [], maxTokens: 10 } },
  roots: { method: "roots/list" },
} as const;

/** What the handlers of {@link answering} return. */
export const ANSWER = {
  form: { action: "accept", content: { name: "Ada" } },
  url: { action: "accept" },
  sampling: { role: "assistant", model: "m", content: { type: "text", text: "42" } },
  roots: { roots: [{ uri: "file:///home", name: "home" }] },
} as const;

/** A handler of every kind, and what they were asked, in order. */
export function answering(): {
  readonly handlers: InputHandlers;
  readonly asked: (readonly [string, unknown])[];
} {
  const asked: (readonly [string, unknown])[] = [];
  const handlers: InputHandlers = {
    form: async (params) => {
      asked.push(["form", params]);
      return ANSWER.form;
    },
    url: (params) => {
      asked.push(["url", params]);
      return ANSWER.url;
    },
    sampling: async (params) => {
      asked.push(["sampling", params]);
      return ANSWER.sampling;
    },
    roots: (params) => {
      asked.push(["roots", params]);
      return ANSWER.roots;
    },
  };
  return { handlers, asked };
}

/** A result that asks. */
export function inputRequired(inputRequests: unknown, requestState?: unknown): JsonObject {
  return {
    resultType: "input_required",
    ...(inputRequests === undefined ? {} : { inputRequests }),
    ...(requestState === undefined ? {} : { requestState }),
  };
}

/** The result that ends a flow. */
export const DONE: JsonObject = { resultType: "complete", content: [{ type: "text", text: "done" }] };

/** A server whose tools answer with these results, one after another; the last one stays. */
export function roundServer(
  ...results: readonly (JsonObject | ((request: JsonRpcRequest) => unknown))[]
): RawServer {
  let round = 0;
  const next = (request: JsonRpcRequest): unknown => {
    const result = results[Math.min(round, results.length - 1)];
    round += 1;
    return typeof result === "function" ? result(request) : result;
  };
  return rawServer({ methods: { "tools/call": next, "prompts/get": next, "resources/read": next } });
}
