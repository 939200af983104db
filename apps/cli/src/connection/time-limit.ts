import { readDuration } from "../command-line/duration.ts";
import type { Options } from "../command-line/options.ts";
import type { Limit } from "./patience.ts";

/** How long a request may take unless the command line says, in milliseconds. */
const DEFAULT = 30_000;

/**
 * The time limit of ordinary requests.
 *
 * @param options - of the command line
 * @returns milliseconds; 0 is none
 */
export function timeLimit(options: Options): number {
  const given = options.value("timeout");
  return given === undefined ? DEFAULT : readDuration("timeout", given);
}

/**
 * The limit of a call that may take long: one that was asked for holds whatever happens; the default is for silence,
 * so that a tool that reports progress may go on.
 *
 * @param options - of the command line
 */
export function callLimit(options: Options): Limit {
  return { milliseconds: timeLimit(options), restarts: !options.has("timeout") };
}
