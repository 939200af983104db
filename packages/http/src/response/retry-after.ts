/**
 * Reads a `Retry-After` header.
 *
 * Spec: RFC 9110, section 10.2.3.
 *
 * @param value - seconds, or a date
 * @param now - the wall clock, in milliseconds since the epoch
 * @returns milliseconds to wait, or undefined when it says nothing
 */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000;
  // `Date.parse` reads almost anything; HTTP dates name a day and a month.
  const at = /[A-Za-z]{3}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
