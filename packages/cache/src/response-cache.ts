import type { ResponseCache } from "@snodo/protocol";
import { AttachedCache } from "./connection-cache.ts";
import { CacheCore } from "./core.ts";
import { type ResponseCacheOptions, settle } from "./options.ts";

/** How a cache is doing. */
export interface CacheStats {
  /** Results in memory. */
  readonly entries: number;
  /** Their size as JSON, in UTF-8. */
  readonly bytes: number;
  /** Reads answered from memory. */
  readonly hits: number;
  /** Reads answered from the shared store. */
  readonly storeHits: number;
  /** Reads that waited for an equal one under way. */
  readonly joined: number;
  /** Requests that were sent, those of `refresh` included and those of `bypass` not. */
  readonly loads: number;
}

/** A {@link ResponseCache} with bounds, counts and an end. */
export interface BoundedResponseCache extends ResponseCache {
  stats(): CacheStats;
  /** Forgets every result in memory. The shared store is left alone. */
  clear(): void;
  /** Resolves when what is being written to the shared store is written or has failed: before a process ends. */
  flush(): Promise<void>;
  /** Stops listening to the shared store, which is then read for each result. Closing the store is its owner's. */
  close(): void;
}

/**
 * Makes a response cache, for one client or for many: clients of one endpoint share its public results.
 *
 * Complete results of `server/discover`, list pages and `resources/read` are kept for their `ttlMs`, when they say
 * `public` or `private`. Private ones belong to the credentials and the session they were read with. What it answers
 * is deeply frozen: equal hits are the same object.
 *
 * Spec: 2026-07-28 server/utilities/caching.
 *
 * @param options - bounds, a shared store, time
 * @returns the cache, to be passed as `cache` to `connect`
 * @throws TypeError naming the option that is out of range
 */
export function responseCache(options: ResponseCacheOptions = {}): BoundedResponseCache {
  const core = new CacheCore(settle(options));
  return {
    attach: (client) => new AttachedCache(core, client),
    stats: () => ({ entries: core.entries.size, bytes: core.entries.bytes, ...core.counts }),
    clear: () => core.entries.clear(),
    flush: async () => core.shared?.flush(),
    close: () => core.shared?.close(),
  };
}
