import { type CacheStore, type Clock, type Diagnostics, systemClock } from "@snodo/protocol";

/** What a response cache may be told. */
export interface ResponseCacheOptions {
  /** The most results that are kept. Defaults to 256. */
  readonly maxEntries?: number | undefined;
  /** The most bytes of JSON, in UTF-8, that are kept; a larger result is not stored. Defaults to 16 MiB. */
  readonly maxBytes?: number | undefined;
  /**
   * How long after its expiry a result may still answer a read whose request the transport could not carry, in
   * milliseconds. Defaults to 0: never.
   */
  readonly staleIfError?: number | undefined;
  /** Shares public results and invalidations with other processes. Defaults to none. */
  readonly store?: CacheStore | undefined;
  /** How long a read waits for the store before it asks the server, in milliseconds. Defaults to 1,000. */
  readonly storeTimeout?: number | undefined;
  /** Time. Defaults to that of the platform. */
  readonly clock?: Clock | undefined;
  /** Learns of trouble with the store. Defaults to those of the client that is served. */
  readonly diagnostics?: Diagnostics | undefined;
}

/** The options with their defaults. */
export interface CacheSettings {
  readonly maxEntries: number;
  readonly maxBytes: number;
  readonly staleIfError: number;
  readonly store: CacheStore | undefined;
  readonly storeTimeout: number;
  readonly clock: Clock;
  readonly diagnostics: Diagnostics | undefined;
}

/**
 * Checks the options and fills in the defaults.
 *
 * @param options - as the application wrote them
 * @throws TypeError naming the option that is out of range
 */
export function settle(options: ResponseCacheOptions): CacheSettings {
  return {
    maxEntries: positive("maxEntries", options.maxEntries, 256),
    maxBytes: positive("maxBytes", options.maxBytes, 16 * 1024 * 1024),
    staleIfError: notNegative("staleIfError", options.staleIfError, 0),
    store: options.store,
    storeTimeout: positive("storeTimeout", options.storeTimeout, 1000),
    clock: options.clock ?? systemClock,
    diagnostics: options.diagnostics,
  };
}

function positive(name: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (!Number.isSafeInteger(value) || value <= 0) throw new TypeError(`${name} must be a positive integer`);
  return value;
}

function notNegative(name: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (!Number.isSafeInteger(value) || value < 0)
    throw new TypeError(`${name} must be an integer that is not negative`);
  return value;
}
