/** The shortest and the longest wait a server can ask for, in milliseconds: never a hot loop, never for ever. */
export const MIN_RETRY = 250;
export const MAX_RETRY = 60_000;

const DEFAULT_RETRY = 1000;
/** A stream that was open this long is no failure, though it delivered nothing. */
const QUIET_BUT_FINE = 30_000;

/** How one connection of a stream went. */
export interface StreamOutcome {
  /** Whether it delivered an event. */
  readonly delivered: boolean;
  /** Milliseconds it was open; 0 when it never was. */
  readonly openFor: number;
}

/**
 * Counts failures in a row: a stream that opens and ends at once is one, or a server that does so would be asked for
 * ever.
 *
 * @param failures - before
 * @param outcome - of the connection that ended
 */
export function countFailures(failures: number, outcome: StreamOutcome): number {
  return outcome.delivered || outcome.openFor >= QUIET_BUT_FINE ? 0 : failures + 1;
}

/**
 * How long to wait before the next connection: what the server asked for, doubled with each failure, never earlier
 * and up to a quarter later.
 *
 * @param retry - the server's `retry`, in milliseconds
 * @param failures - in a row
 * @param random - from 0 to 1
 */
export function reconnectDelay(retry: number | undefined, failures: number, random: number): number {
  const base = Math.min(MAX_RETRY, Math.max(MIN_RETRY, retry ?? DEFAULT_RETRY));
  const delay = Math.min(MAX_RETRY, base * 2 ** Math.min(failures, 10));
  return Math.round(delay * (1 + random / 4));
}
