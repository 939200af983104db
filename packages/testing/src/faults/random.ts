/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number;
  /** A whole number of this range, both ends included. */
  between(least: number, most: number): number;
  /** True as often as this says; undefined is never. */
  chance(probability: number | undefined): boolean;
}

/**
 * Makes a source of numbers (mulberry32).
 *
 * @param seed - any number; the same seed gives the same numbers
 */
export function seededRandom(seed: number): Random {
  let state = Math.trunc(seed) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    // Drawn even when it cannot happen: a plan with one fault fewer then meets the same numbers.
    chance: (probability) => next() < (probability ?? 0),
  };
}

/**
 * The source of one thing among many, so that what happens to it does not depend on the order of the others.
 *
 * @param seed - of the whole run
 * @param index - of the thing
 */
export function randomOf(seed: number, index: number): Random {
  return seededRandom(Math.imul(Math.trunc(seed) + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
}
