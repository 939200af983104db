import { isObject, type JsonObject } from "../json.ts";
import type { Era, Revision } from "../revisions.ts";

/** Who speaks: sent along by every stateless request, and once by `initialize`. */
export interface ClientIdentity {
  readonly clientInfo: JsonObject;
  readonly capabilities: JsonObject;
}

/** The parts of `_meta` a call adds, weakest first. */
export interface MetaParts {
  /** The dialect's own, from {@link Dialect.baseMeta}. */
  readonly base: JsonObject | undefined;
  /** The caller's `meta` option: wins over the dialect's and over `params._meta`. */
  readonly meta?: JsonObject | undefined;
  /** What the library itself must control: progress token, log level, trace fields. Wins over everything. */
  readonly fixed?: JsonObject | undefined;
}

/** What a result turned out to be. */
export type ResultVerdict =
  | { readonly type: "complete" }
  | { readonly type: "input_required" }
  /** A result type that an extension owns. */
  | { readonly type: "extension"; readonly resultType: string }
  | { readonly type: "unknown"; readonly resultType: unknown }
  | { readonly type: "invalid"; readonly problem: string };

/** How a request in flight is given up: by a notification, by closing its stream, or without telling anybody. */
export type Cancellation = "notify" | "close" | "silent";

/** Everything that differs between revisions, as decisions about plain data. */
export interface Dialect {
  readonly revision: Revision;
  readonly era: Era;
  /** Where a client asks for log messages: in each request's `_meta`, or once with `logging/setLevel`. */
  readonly logging: "meta" | "setLevel";
  /** How changes are watched: one `subscriptions/listen` stream, or `resources/subscribe` and session notifications. */
  readonly watching: "listen" | "subscribe";
  /** Whether a client request of this name may be sent. */
  admits(method: string): boolean;
  /** The `_meta` every request carries, or undefined when the revision has none. */
  baseMeta(identity: ClientIdentity): JsonObject | undefined;
  /** Whether `method` may be answered by a result of this shape. */
  readResult(method: string, result: unknown, extensionTypes?: ReadonlySet<string>): ResultVerdict;
  /** How to give up `method` on a shared pipe or on an HTTP request of its own. */
  cancellation(method: string, channel: "pipe" | "http"): Cancellation;
}

/**
 * Joins the params of a request with its `_meta`.
 *
 * @param params - the caller's params; not changed
 * @param parts - what goes into `_meta`, weakest first: dialect, `params._meta`, `meta`, fixed
 * @returns the params to send, or undefined when there is nothing to say
 * @throws TypeError when `params._meta` is given and is not an object
 */
export function withMeta(params: JsonObject | undefined, parts: MetaParts): JsonObject | undefined {
  const given = params?.["_meta"] ?? undefined;
  if (given !== undefined && !isObject(given)) throw new TypeError("params._meta must be an object");
  const { base, meta, fixed } = parts;
  if (given === undefined && meta === undefined && fixed === undefined) {
    return base === undefined ? params : { ...params, _meta: base };
  }
  return { ...params, _meta: { ...base, ...given, ...meta, ...fixed } };
}
