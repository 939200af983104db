import { findMethod } from "../catalog/lookup.ts";
import { isObject, type JsonObject, own } from "../json.ts";
import type { Revision } from "../revisions.ts";
import { eraOf } from "../revisions.ts";
import type { HeaderParam, HeaderPlan } from "./annotations.ts";
import { encodeHeaderValue } from "./encode.ts";

/** Header names and values, names in the spelling of the specification. */
export type HeaderList = Readonly<Record<string, string>>;

const none: HeaderList = Object.freeze({});

/**
 * Builds the headers every message of a revision carries.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http, Protocol Version Header; 2025-06-18 the same.
 *
 * @param revision - what the message is written in; undefined for `initialize`, which carries none
 */
export function versionHeaders(revision: Revision | undefined): HeaderList {
  return revision === undefined || revision < "2025-06-18" ? none : { "MCP-Protocol-Version": revision };
}

/**
 * Builds the headers that mirror a message for intermediaries.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http, Standard Headers.
 *
 * @param message - the method and params that are sent
 * @param revision - what the message is written in
 * @param plan - the called tool's mirrored arguments, when they are known
 * @returns `Mcp-Method`, `Mcp-Name`, `Mcp-Param-*`; nothing in the initialize era
 * @throws TypeError when an argument that must be mirrored does not have its declared type
 */
export function mirrorHeaders(
  message: { readonly method: string; readonly params?: unknown },
  revision: Revision | undefined,
  plan?: HeaderPlan,
): HeaderList {
  if (revision === undefined || eraOf(revision) === "initialize") return none;
  const headers: Record<string, string> = { "Mcp-Method": message.method };
  const params = isObject(message.params) ? message.params : undefined;
  const nameParam = findMethod(revision, message.method)?.nameParam;
  const name = nameParam === undefined || params === undefined ? undefined : own(params, nameParam);
  if (typeof name === "string") headers["Mcp-Name"] = encodeHeaderValue(name);
  if (plan !== undefined && plan.length > 0 && message.method === "tools/call") {
    Object.assign(
      headers,
      argumentHeaders(plan, params === undefined ? undefined : own(params, "arguments")),
    );
  }
  return headers;
}

/**
 * Builds the `Mcp-Param-*` headers of a tool call. Missing and null arguments send none; `""`, `false` and `0` do.
 *
 * @param plan - from {@link readHeaderAnnotations}
 * @param values - the call's `arguments`
 * @throws TypeError when a value does not have its declared type, or is one that a header cannot carry exactly
 */
export function argumentHeaders(plan: HeaderPlan, values: unknown): HeaderList {
  const headers: Record<string, string> = {};
  for (const param of plan) {
    const value = at(values, param.path);
    if (value === undefined || value === null) continue;
    headers[param.header] = encodeHeaderValue(text(value, param));
  }
  return headers;
}

function at(values: unknown, path: readonly string[]): unknown {
  let value = values;
  for (const key of path) {
    if (!isObject(value)) return undefined;
    value = own(value as JsonObject, key);
  }
  return value;
}

/** JSON carries half a character, UTF-8 does not: header and body would disagree. */
const LONE_SURROGATE = /\p{Surrogate}/u;

function text(value: unknown, param: HeaderParam): string {
  if (param.type === "string" && typeof value === "string" && !LONE_SURROGATE.test(value)) return value;
  if (param.type === "boolean" && typeof value === "boolean") return String(value);
  if (param.type === "integer" && Number.isSafeInteger(value)) return String(value);
  throw new TypeError(
    `argument "${param.path.join(".")}" must be ${article(param.type)} to be sent as ${param.header}`,
  );
}

function article(type: HeaderParam["type"]): string {
  if (type === "integer") return "an integer within ±(2^53-1)";
  return type === "string" ? "a well-formed string" : "a boolean";
}
