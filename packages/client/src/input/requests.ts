import { isObject, type JsonObject, own } from "@snodo/protocol";
import type { InputHandlers, InputKind } from "./handlers.ts";

/** A question of a server that a handler can answer. */
export interface MatchedRequest {
  readonly kind: InputKind;
  readonly params: JsonObject;
  readonly handler: (params: never, context: never) => unknown;
}

/** Why a question cannot be handed to a handler. */
export type Unmatched =
  /** No handler of its kind; `kind` is the method for one this client does not know, undefined without a method. */
  | { readonly type: "no_handler"; readonly kind: string | undefined }
  /** Its params are no object, or lack the keys of its kind. */
  | { readonly type: "malformed"; readonly problem: string };

/** The keys each kind must carry. A roots request may leave its params out. */
const KEYS: Readonly<Record<InputKind, readonly string[]>> = {
  form: ["message", "requestedSchema"],
  url: ["message", "url"],
  sampling: ["messages", "maxTokens"],
  roots: [],
};

/**
 * Finds the handler of a question and checks the params its kind documents. Nothing runs.
 *
 * @param request - an entry of `inputRequests`, or a server request
 * @param handlers - the installed handlers
 */
export function matchRequest(request: unknown, handlers: InputHandlers): MatchedRequest | Unmatched {
  const method = isObject(request) ? own(request, "method") : undefined;
  if (!isObject(request) || typeof method !== "string") return { type: "no_handler", kind: undefined };
  const params = own(request, "params") ?? undefined;
  const kind = kindOf(method, params);
  if (kind === undefined) return { type: "no_handler", kind: method };
  const handler = handlers[kind];
  if (handler === undefined) return { type: "no_handler", kind };
  if (params === undefined && kind === "roots") return { kind, params: {}, handler };
  if (!isObject(params)) return { type: "malformed", problem: `the params of ${method} are not an object` };
  const missing = KEYS[kind].filter((key) => own(params, key) === undefined || params[key] === null);
  if (missing.length > 0)
    return { type: "malformed", problem: `the params of ${method} (${kind}) lack ${missing.join(" and ")}` };
  return { kind, params, handler };
}

/** Tells a match from a mismatch. */
export function isMatched(match: MatchedRequest | Unmatched): match is MatchedRequest {
  return "handler" in match;
}

function kindOf(method: string, params: unknown): InputKind | undefined {
  switch (method) {
    case "elicitation/create": {
      // A missing mode is a form; a mode of the future has no handler.
      const mode = isObject(params) ? (own(params, "mode") ?? "form") : "form";
      return mode === "form" || mode === "url" ? mode : undefined;
    }
    case "sampling/createMessage":
      return "sampling";
    case "roots/list":
      return "roots";
    default:
      return undefined;
  }
}
