import type { Revision } from "../revisions.ts";
import type { JsonRpcNotification } from "../rpc/messages.ts";
import type { CacheScope } from "./transport.ts";

/** What a client tells the cache about itself when it connects. */
export interface CacheClient {
  /** The endpoint's scope; undefined for a custom transport, whose private results are not stored. */
  readonly scope: CacheScope | undefined;
  /** Names the server where there is no scope. */
  readonly label: string;
  readonly revision: Revision;
  /** The client metadata that may change an answer: clientInfo and capabilities, serialised. */
  readonly metadata: string;
  /** The session id, when the server issued one: private results belong to it. */
  sessionId(): string | undefined;
}

/** One cacheable request. */
export interface CacheRequest {
  readonly method: string;
  /** The params that change the result: `uri` or `cursor`. */
  readonly params: Readonly<Record<string, unknown>>;
  /** `use` reads and stores, `bypass` does neither, `refresh` sends and stores. */
  readonly mode: "use" | "bypass" | "refresh";
}

/** A response cache as one connection sees it. */
export interface ConnectionCache {
  /**
   * Answers from the cache or through `load`; equal reads under way share one `load`.
   *
   * @param request - what is asked
   * @param load - sends the request; its rejection is the caller's
   * @returns a result the caller may keep; a cached one is a copy
   */
  read(request: CacheRequest, load: () => Promise<unknown>): Promise<unknown>;
  /** Drops what a notification of the server makes stale, before anybody else sees the notification. */
  invalidate(notification: JsonRpcNotification): void;
  /** Drops the cached pages of one list, because the server refused a cursor of it. */
  dropPages(method: string): void;
  /** Called when the connection ends. */
  detach(): void;
}

/** Keeps complete results as long as their `ttlMs` says. */
export interface ResponseCache {
  /** Joins a connection to the cache. */
  attach(client: CacheClient): ConnectionCache;
}
