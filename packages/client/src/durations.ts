/** The longest delay the platform's timers take. */
const MAX_DELAY = 2_147_483_647;

/**
 * Reads a time limit.
 *
 * @param name - the option's name, for the error
 * @param value - milliseconds; 0 and Infinity mean no limit
 * @returns the limit, at most 2^31-1, or undefined for none
 * @throws TypeError when it is not a positive number
 */
export function timeLimit(name: string, value: unknown): number | undefined {
  if (value === 0 || value === Number.POSITIVE_INFINITY) return undefined;
  if (typeof value !== "number" || !(value > 0)) {
    throw new TypeError(`${name} must be a positive number of milliseconds, or 0 or Infinity for no limit`);
  }
  return Math.min(value, MAX_DELAY);
}

/**
 * Reads a count.
 *
 * @param name - the option's name, for the error
 * @param value - what the caller gave
 * @param least - the smallest allowed count
 * @throws TypeError when it is not an integer of at least `least`
 */
export function count(name: string, value: unknown, least: number): number {
  if (value === Number.POSITIVE_INFINITY) return Number.MAX_SAFE_INTEGER;
  if (!Number.isSafeInteger(value) || (value as number) < least) {
    throw new TypeError(`${name} must be an integer of at least ${least}`);
  }
  return value as number;
}
