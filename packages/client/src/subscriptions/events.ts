import type { JsonObject, McpError, SubscriptionFilter } from "@snodo/protocol";

/** Why a subscription ended. */
export type SubscriptionEnd =
  /** The server ended it. */
  | { readonly type: "complete" }
  /** The server ended it with an error, or the connection failed. */
  | { readonly type: "failed"; readonly error: McpError };

/** What iterating a subscription yields. */
export type SubscriptionEvent =
  /** One notification, as sent; `params` keeps `_meta`. */
  | { readonly type: "notification"; readonly method: string; readonly params: JsonObject }
  /** Events were discarded because the buffer was full; comes just before the next event. */
  | { readonly type: "dropped"; readonly count: number }
  /**
   * The stream was lost and is open again: whatever changed meanwhile was not reported. On 2026-07-28 only with
   * `resubscribe`; in the initialize era when the session, or the stream over HTTP, was replaced.
   */
  | { readonly type: "resubscribed"; readonly accepted: SubscriptionFilter }
  /** The last event. */
  | { readonly type: "closed"; readonly reason: SubscriptionEnd };

/** Which event goes when the buffer is full. */
export type Overflow = "drop_oldest" | "drop_newest";
