import { parseArgs } from "node:util";
import type { SoakOptions } from "./soak/soak.ts";

/** What the fuzzer was asked for. */
export interface FuzzOptions {
  readonly runs: number;
  readonly seed: number;
  /** Names of targets; all of them when empty. */
  readonly only: readonly string[];
}

const MILLION = 1_000_000;

/**
 * Reads the arguments of `pnpm fuzz`.
 *
 * @param args - of the command line
 * @throws Error for one that is not known, or no number
 */
export function fuzzOptions(args: readonly string[]): FuzzOptions {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== "--"),
    options: { runs: { type: "string" }, seed: { type: "string" }, only: { type: "string" } },
  });
  return {
    runs: whole("runs", values.runs, MILLION),
    seed: whole("seed", values.seed, Date.now() % MILLION),
    only: values.only?.split(",") ?? [],
  };
}

/**
 * Reads a number of the command line.
 *
 * @param name - of the option
 * @param given - as written
 * @param fallback - when it was not given
 */
export function whole(name: string, given: string | undefined, fallback: number): number {
  const number = given === undefined ? fallback : Number(given);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} must be a whole number`);
  return number;
}

const CALLS = 200_000;
const ROUNDS = 10;

/**
 * Reads the arguments of `pnpm soak`.
 *
 * @param args - of the command line
 * @throws Error for one that is not known, or no number
 */
export function soakOptions(args: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== "--"),
    options: { calls: { type: "string" }, seed: { type: "string" }, only: { type: "string" } },
  });
  return {
    calls: whole("calls", values.calls, CALLS),
    rounds: ROUNDS,
    seed: whole("seed", values.seed, Date.now() % MILLION),
    only: values.only?.split(",") ?? [],
  };
}
