import type { TokenProvider } from "@snodo/protocol";
import type { HeadersOption } from "./request/user-headers.ts";
import type { RetryOptions } from "./retry.ts";

/** Anything with undici's `dispatch`: a `Pool`, an `Agent`, a `MockAgent`, a composition of interceptors. */
export interface DispatcherLike {
  dispatch(options: never, handler: never): boolean;
}

/** Options of `http`. */
export interface HttpOptions {
  /**
   * Headers of every request: a `Headers`, pairs, an object, or a function that is asked before each request. The
   * protocol's own headers cannot be set. Defaults to none.
   */
  readonly headers?: HeadersOption | undefined;
  /** Supplies the bearer token of each request, and a new one when the server refuses it. Defaults to none. */
  readonly tokenProvider?: TokenProvider | undefined;
  /** Sends the requests instead of the platform's client. Not together with `dispatcher`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The largest response to accept, in bytes, whatever its status; of a subscription, the largest event. Defaults to 16 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /** Milliseconds an event stream may be silent, comments included, before it counts as lost. Defaults to no limit. */
  readonly idleTimeout?: number | undefined;
  /** False never opens the standalone event stream of the initialize era. Defaults to true. */
  readonly getStream?: boolean | undefined;
  /** How many times in a row an event stream may deliver nothing before it is given up. Defaults to 5. */
  readonly maxStreamFailures?: number | undefined;
  /** True or options: sends a request again that was certainly not processed, or whose method changes nothing. Defaults to false. */
  readonly retry?: boolean | RetryOptions | undefined;
  /** False never tries HTTP+SSE (2024-11-05) when the server refuses `initialize`. Defaults to true. */
  readonly legacySse?: boolean | undefined;
  /** Where HTTP+SSE (2024-11-05) posts, instead of where the server says: a URL, absolute or relative to the server's. */
  readonly messageEndpoint?: string | undefined;
  /** Milliseconds to wait for the `endpoint` event of HTTP+SSE. Defaults to 10,000. */
  readonly endpointTimeout?: number | undefined;

  // Node only. Elsewhere these are the platform's business.
  /** Milliseconds to wait for a connection. Defaults to 10,000. */
  readonly connectTimeout?: number | undefined;
  /**
   * The most connections at once; a long-lived stream holds one, and what finds none waits. Defaults to 256. No limit
   * for `dispatcher`, which has its own.
   */
  readonly connections?: number | undefined;
  /** Milliseconds an unused connection is kept. Defaults to undici's 4,000. */
  readonly keepAliveTimeout?: number | undefined;
  /** Speaks HTTP/2 where the server offers it. Defaults to false. */
  readonly allowH2?: boolean | undefined;
  /** Options of `tls.connect`, such as `ca`, `cert`, `key`, `servername`, `rejectUnauthorized`. */
  readonly tls?: Readonly<Record<string, unknown>> | undefined;
  /** A Unix socket to connect to instead of the URL's host. */
  readonly socketPath?: string | undefined;
  /** True takes proxies from `http_proxy`, `https_proxy` and `no_proxy`. Defaults to false. */
  readonly proxyFromEnvironment?: boolean | undefined;
  /** An undici dispatcher to send through. It is the caller's: closing the client leaves it open. */
  readonly dispatcher?: DispatcherLike | undefined;
}

/** Options of `legacySse`. */
export type LegacySseOptions = Omit<HttpOptions, "getStream" | "maxStreamFailures" | "retry" | "legacySse">;

/** The largest timer the platforms have. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * Reads an option that is a number of milliseconds.
 *
 * @param name - of the option
 * @param value - as given
 * @param fallback - when it was not
 * @returns the duration; undefined for 0 and Infinity, which mean none
 * @throws TypeError when it is no duration
 */
export function duration(name: string, value: number | undefined, fallback: number): number | undefined {
  const given = value ?? fallback;
  if (typeof given !== "number" || Number.isNaN(given) || given < 0) {
    throw new TypeError(`${name} must be a number of milliseconds, 0 or more`);
  }
  return given === 0 || given === Number.POSITIVE_INFINITY ? undefined : Math.min(given, MAX_TIMER);
}

/**
 * Reads an option that is a count.
 *
 * @param name - of the option
 * @param value - as given
 * @param fallback - when it was not
 * @param least - the smallest allowed
 * @throws TypeError when it is not an integer of at least `least`
 */
export function count(name: string, value: number | undefined, fallback: number, least: number): number {
  const given = value ?? fallback;
  if (!Number.isSafeInteger(given) || given < least) {
    throw new TypeError(`${name} must be an integer, ${least} or more`);
  }
  return given;
}
