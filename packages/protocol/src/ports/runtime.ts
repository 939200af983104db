import type { Revision } from "../revisions.ts";
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from "../rpc/messages.ts";

/** One client of a runtime, the same object for all its requests. */
export interface RuntimeSession {
  /** The value the application passed as `auth`, as a transport would supply it after authenticating. */
  readonly auth: unknown;
  /** Sends a notification that belongs to no request. */
  notify(notification: JsonRpcNotification): void;
  /** Sends a request to the client and resolves with its answer (initialize era). */
  request(method: string, params?: Readonly<Record<string, unknown>>): Promise<JsonRpcResponse>;
  /** Aborted when the client closes. */
  readonly signal: AbortSignal;
}

/** What a runtime is given with one request. */
export interface RuntimeContext {
  readonly session: RuntimeSession;
  readonly auth: unknown;
  /** Aborted when the client gives the request up, and at the end of a subscription. */
  readonly signal: AbortSignal;
  /** Sends a notification of this request. */
  notify(notification: JsonRpcNotification): void;
  /** Sends a request to the client on this request's stream. */
  request(method: string, params?: Readonly<Record<string, unknown>>): Promise<JsonRpcResponse>;
}

/**
 * A server in this process, as `direct` calls it: it takes messages and gives answers. What it is handed and what it
 * returns may be kept and changed by either side: values cross as JSON.
 */
export interface Runtime {
  /** How errors name it. Defaults to "the in-process server". */
  readonly label?: string | undefined;
  /** The revisions it enables. */
  readonly revisions: readonly Revision[];
  /** Answers one request. A rejection is answered -32603. The answer of `subscriptions/listen` is the stream's end. */
  dispatch(request: JsonRpcRequest, context: RuntimeContext): Promise<JsonRpcResponse> | JsonRpcResponse;
  /** Takes one notification of the client. */
  notify?(notification: JsonRpcNotification, session: RuntimeSession): void | Promise<void>;
}
