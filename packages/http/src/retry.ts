import { findMethod, type McpError, type Revision } from "@snodo/protocol";

/** When a failed request is sent again. Each request that may have run is left to the caller. */
export interface RetryOptions {
  /** The most times one request is sent again. Defaults to 2. */
  readonly retries?: number | undefined;
  /** Milliseconds before the first retry, doubled for each further one. Defaults to 500. */
  readonly delay?: number | undefined;
  /** The longest wait, in milliseconds; a server that asks for more is not asked again. Defaults to 30,000. */
  readonly maxDelay?: number | undefined;
}

/** The policy with its defaults. */
export interface RetryPolicy {
  readonly retries: number;
  readonly delay: number;
  readonly maxDelay: number;
}

/** A request that failed. */
export interface FailedRequest {
  readonly method: string;
  readonly revision: Revision | undefined;
  /** How often it was sent again already. */
  readonly retries: number;
  readonly error: McpError;
}

/**
 * Decides whether a failed request is sent again: when it certainly was not processed, and when its method changes
 * nothing.
 *
 * @param failed - the request and its failure
 * @param policy - the caller's
 * @param random - from 0 to 1, spreads the retries of many clients
 * @returns milliseconds to wait, or undefined to give up
 */
export function retryDelay(failed: FailedRequest, policy: RetryPolicy, random: number): number | undefined {
  if (failed.retries >= policy.retries) return undefined;
  const asked = retryCause(failed);
  if (asked === undefined) return undefined;
  const backoff = policy.delay * 2 ** failed.retries * (0.75 + random / 4);
  const delay = Math.max(asked, backoff);
  return delay > policy.maxDelay && asked > policy.maxDelay
    ? undefined
    : Math.min(delay, Math.max(asked, policy.maxDelay));
}

/** The wait the server asked for, 0 when it did not, undefined when the request must not be repeated. */
function retryCause({ method, revision, error }: FailedRequest): number | undefined {
  const { reason } = error;
  if (reason.type === "unreachable") return 0;
  const safe = revision !== undefined && findMethod(revision, method)?.safe === true;
  if (reason.type === "http_status") {
    const { status, retryAfter } = reason;
    // With Retry-After the server says that it did not process the request.
    if (status === 429 || status === 503) return retryAfter ?? (safe ? 0 : undefined);
    return safe && (status === 502 || status === 504) ? 0 : undefined;
  }
  return safe && (reason.type === "connection_lost" || reason.type === "stream_ended") ? 0 : undefined;
}
