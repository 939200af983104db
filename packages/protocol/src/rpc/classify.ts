import { quote } from "../errors/text.ts";
import { isObject, type JsonObject, own } from "../json.ts";
import type { JsonRpcFailure, JsonRpcNotification, JsonRpcRequest, JsonRpcResult } from "./messages.ts";

/** What a parsed value turned out to be. */
export type Classified =
  | { readonly kind: "request"; readonly message: JsonRpcRequest }
  | { readonly kind: "notification"; readonly message: JsonRpcNotification }
  | { readonly kind: "result"; readonly message: JsonRpcResult }
  | { readonly kind: "failure"; readonly message: JsonRpcFailure }
  | { readonly kind: "batch"; readonly items: readonly unknown[] }
  /** `id` is set when the value is an answer to a request but says neither result nor error. */
  | { readonly kind: "invalid"; readonly problem: string; readonly id?: unknown };

/**
 * Tells what a parsed value is, without trusting any of it.
 *
 * @param value - the outcome of `JSON.parse`
 * @returns the message under its kind, or `invalid` with the problem in words
 */
export function classify(value: unknown): Classified {
  if (Array.isArray(value)) {
    return value.length === 0
      ? { kind: "invalid", problem: "an empty batch" }
      : { kind: "batch", items: value };
  }
  if (!isObject(value)) return { kind: "invalid", problem: `not an object but ${nameOf(value)}` };
  if (value["jsonrpc"] !== "2.0") return withoutVersion(value);
  if (Object.hasOwn(value, "method")) return classifyCall(value);
  const id = own(value, "id");
  const hasError = Object.hasOwn(value, "error") && value["error"] !== null;
  if (hasError) return classifyFailure(value, id);
  if (!Object.hasOwn(value, "result")) {
    return { kind: "invalid", problem: 'neither "method", "result" nor "error"', id };
  }
  if (!isId(id)) return { kind: "invalid", problem: "a result without an id" };
  return { kind: "result", message: value as unknown as JsonRpcResult };
}

/** An answer that only lacks the version still names the request it answers, which can then fail at once. */
function withoutVersion(value: JsonObject): Classified {
  const problem = '"jsonrpc" is not "2.0"';
  const answers =
    !Object.hasOwn(value, "method") && (Object.hasOwn(value, "result") || Object.hasOwn(value, "error"));
  return answers ? { kind: "invalid", problem, id: own(value, "id") } : { kind: "invalid", problem };
}

function classifyCall(value: JsonObject): Classified {
  if (typeof value["method"] !== "string") return { kind: "invalid", problem: '"method" is not a string' };
  const params = own(value, "params");
  // Some peers write `params: null` where they mean none; arrays have no meaning in this protocol.
  if (params !== undefined && params !== null && !isObject(params)) {
    return { kind: "invalid", problem: `"params" of ${quote(value["method"], 120)} is not an object` };
  }
  const message = params === null ? { ...value, params: undefined } : value;
  if (!Object.hasOwn(value, "id"))
    return { kind: "notification", message: message as unknown as JsonRpcNotification };
  if (!isId(value["id"]))
    return { kind: "invalid", problem: `the id of ${quote(value["method"], 120)} is ${nameOf(value["id"])}` };
  return { kind: "request", message: message as unknown as JsonRpcRequest };
}

function classifyFailure(value: JsonObject, id: unknown): Classified {
  const error = value["error"];
  if (!isObject(error)) return { kind: "invalid", problem: '"error" is not an object', id };
  if (typeof error["code"] !== "number")
    return { kind: "invalid", problem: 'an error without a numeric "code"', id };
  const text = typeof error["message"] === "string" ? error["message"] : "";
  const known = isId(id) ? { id } : {};
  return {
    kind: "failure",
    message: {
      jsonrpc: "2.0",
      ...known,
      error: { ...error, code: error["code"], message: text },
    },
  };
}

function isId(id: unknown): id is string | number {
  return typeof id === "string" || typeof id === "number";
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return `a ${typeof value}`;
}
