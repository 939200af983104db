/** No token is renewed earlier than this before it expires, in milliseconds. */
const MAX_LEAD = 60_000;

/** Points in time on the monotonic clock. */
export interface Lifetime {
  /** From here on the token is renewed before it is used. */
  readonly staleAt: number;
  /** From here on it is of no use. */
  readonly expiresAt: number;
}

/**
 * Decides when to renew: a minute or a tenth of the lifetime before the end, whichever is less, give or take a tenth
 * so that many clients do not come at once.
 *
 * @param now - the monotonic clock
 * @param remaining - milliseconds until the token expires; undefined is not known
 * @param whole - its lifetime when it was issued
 * @param random - from 0 up to 1
 */
export function lifetimeOf(
  now: number,
  remaining: number | undefined,
  whole: number,
  random: number,
): Lifetime {
  if (remaining === undefined)
    return { staleAt: Number.POSITIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY };
  const lead = Math.min(MAX_LEAD, whole / 10) * (0.9 + random * 0.2);
  return { staleAt: now + remaining - lead, expiresAt: now + remaining };
}
