import { checkTraceContext, isObject, type JsonObject, type TraceContext } from "@snodo/protocol";
import { count, timeLimit } from "../durations.ts";
import type { Extension } from "../extensions/extension.ts";
import type { Overflow } from "./events.ts";

/** How a lost stream is opened again. */
export interface ResubscribeOptions {
  /** Failed attempts in a row before the subscription ends. Defaults to 5. */
  readonly maxAttempts?: number | undefined;
  /** The first wait, in milliseconds; it doubles, with jitter. Defaults to 500. */
  readonly minDelay?: number | undefined;
  /** The longest wait, in milliseconds. Defaults to 30,000. */
  readonly maxDelay?: number | undefined;
}

/** Options of `listen`. */
export interface ListenOptions {
  /** The most events held until they are asked for. Defaults to 100. */
  readonly maxBuffer?: number | undefined;
  /** Which event goes when the buffer is full. Defaults to `drop_oldest`. */
  readonly overflow?: Overflow | undefined;
  /** How long to wait for the acknowledgement, in milliseconds. Defaults to the client's `timeout`; none in process. */
  readonly timeout?: number | undefined;
  /** Ends the subscription, also once it is open. */
  readonly signal?: AbortSignal | undefined;
  /** Extra `_meta` entries. */
  readonly meta?: JsonObject | undefined;
  /** W3C trace fields for `_meta`. */
  readonly traceContext?: TraceContext | undefined;
  /** Opens a lost stream again. Defaults to false. */
  readonly resubscribe?: boolean | ResubscribeOptions | undefined;
  /** The extension whose filter keys are used; over HTTP it supplies routing headers. */
  readonly extension?: Extension | undefined;
}

/** {@link ListenOptions}, checked and with their defaults. */
export interface ListenSettings {
  readonly maxBuffer: number;
  readonly overflow: Overflow;
  readonly timeout: number | undefined;
  readonly resubscribe: Required<{ [K in keyof ResubscribeOptions]: number }> | undefined;
}

/**
 * Checks the options of `listen`.
 *
 * @param options - as given
 * @param fallback - the client's time limit
 * @throws TypeError naming the option that is wrong
 */
export function readListenOptions(options: ListenOptions, fallback: number | undefined): ListenSettings {
  if (typeof options !== "object" || options === null)
    throw new TypeError("the options of listen must be an object");
  if (options.meta !== undefined && !isObject(options.meta)) throw new TypeError("meta must be an object");
  if (options.traceContext !== undefined) checkTraceContext(options.traceContext);
  const overflow = options.overflow ?? "drop_oldest";
  if (overflow !== "drop_oldest" && overflow !== "drop_newest")
    throw new TypeError('overflow must be "drop_oldest" or "drop_newest"');
  const again = options.resubscribe === true ? {} : options.resubscribe;
  return {
    maxBuffer: count("maxBuffer", options.maxBuffer ?? 100, 1),
    overflow,
    timeout: options.timeout === undefined ? fallback : timeLimit("timeout", options.timeout),
    resubscribe:
      again === undefined || again === false
        ? undefined
        : {
            maxAttempts: count("resubscribe.maxAttempts", again.maxAttempts ?? 5, 1),
            minDelay: timeLimit("resubscribe.minDelay", again.minDelay ?? 500) ?? 500,
            maxDelay: timeLimit("resubscribe.maxDelay", again.maxDelay ?? 30_000) ?? 30_000,
          },
  };
}
