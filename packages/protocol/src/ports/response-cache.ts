import type { Revision } from "../revisions.ts";
import type { JsonRpcNotification } from "../rpc/messages.ts";
import type { Diagnostics } from "./diagnostics.ts";
import type { CacheScope } from "./transport.ts";

/** What a client tells the cache about itself when it connects. */
export interface CacheClient {
  /** The endpoint's scope; undefined for a custom transport, whose private results are not stored. */
  readonly scope: CacheScope | undefined;
  /**
   * The transport the connection came from. Where there is no scope, connections of one transport object share public
   * results; without either, nothing is shared.
   */
  readonly source?: object | undefined;
  /** Names the server in diagnostics. */
  readonly label: string;
  /** Where trouble with a shared store is reported, unless the cache was given diagnostics of its own. */
  readonly diagnostics?: Diagnostics | undefined;
  readonly revision: Revision;
  /** The client metadata that may change an answer: clientInfo and capabilities, serialised. */
  readonly metadata: string;
  /** The session id, when the server issued one: private results belong to it. */
  sessionId(): string | undefined;
}

/** One cacheable request. */
export interface CacheRequest {
  readonly method: string;
  /** The params that change the result: `uri` or `cursor`. A request with any other is sent and not cached. */
  readonly params: Readonly<Record<string, unknown>>;
  /** `use` reads and stores, `bypass` does neither, `refresh` sends and stores. */
  readonly mode: "use" | "bypass" | "refresh";
  /**
   * True when the caller can end the load by itself (a signal, a shorter timeout): no other read then waits for it,
   * so that giving up one call never fails another. It may still wait for the load of others.
   */
  readonly solo?: boolean | undefined;
  /** True when the caller has a time limit of its own, so that it must not wait for the load of others either. */
  readonly limited?: boolean | undefined;
}

/** What a load brought. */
export interface CacheLoad {
  readonly result: unknown;
  /** False when the result took an input round: it is handed out and not stored. */
  readonly storable: boolean;
}

/** A response cache as one connection sees it. */
export interface ConnectionCache {
  /**
   * Answers from the cache or through `load`; equal reads under way on this connection share one `load`.
   *
   * Apart from `bypass`, what it answers is deeply frozen and may be handed out again: equal hits are the same object.
   *
   * @param request - what is asked
   * @param load - sends the request; its rejection reaches every read that waits for it and is not remembered
   * @returns the result itself when it is at hand, else a promise of it: `await` takes both
   */
  read(request: CacheRequest, load: () => Promise<CacheLoad>): unknown;
  /** Drops what a notification of the server makes stale, before anybody else sees the notification. */
  invalidate(notification: JsonRpcNotification): void;
  /** Drops the cached pages of one list, because the server refused a cursor of it. */
  dropPages(method: string): void;
  /** Called when the connection ends: loads still under way store nothing. */
  detach(): void;
}

/** Keeps complete results as long as their `ttlMs` says. */
export interface ResponseCache {
  /** Joins a connection to the cache. */
  attach(client: CacheClient): ConnectionCache;
}
