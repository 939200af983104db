import type { Task } from "../task.ts";

/** Options of {@link TaskHandle.wait}. */
export interface WaitOptions {
  /** Stops waiting; rejects with the signal's own reason. The task goes on: `cancel` ends it. */
  readonly signal?: AbortSignal | undefined;
  /** The longest to wait, in milliseconds; 0 and Infinity mean no limit. Defaults to none. The task goes on. */
  readonly timeout?: number | undefined;
  /** Takes each state that is polled. What it throws, or its promise rejects with, ends the wait with that. */
  readonly onTask?: ((task: Task) => unknown) | undefined;
  /**
   * False leaves the task's questions to `update`, and before 2026-07-28 unasked. Defaults to true: the client's input
   * handlers answer.
   */
  readonly answerInput?: boolean | undefined;
  /** How many polls in a row may fail on the way before the wait is given up. Defaults to 3. */
  readonly maxFailures?: number | undefined;
}

/** {@link WaitOptions} that were checked. */
export interface WaitSettings extends WaitOptions {
  readonly timeout: number | undefined;
  readonly maxFailures: number;
}

const MAX_DELAY = 2 ** 31 - 1;

/**
 * Checks the options of a wait.
 *
 * @throws TypeError naming the option that is wrong
 */
export function readWaitOptions(options: WaitOptions): WaitSettings {
  const { timeout, maxFailures = 3, onTask } = options;
  if (timeout !== undefined && (typeof timeout !== "number" || !(timeout >= 0)))
    throw new TypeError("timeout must be a positive number of milliseconds, or 0 or Infinity for no limit");
  if (!(Number.isSafeInteger(maxFailures) && maxFailures >= 0) && maxFailures !== Number.POSITIVE_INFINITY)
    throw new TypeError("maxFailures must be an integer of at least 0");
  if (onTask !== undefined && typeof onTask !== "function") throw new TypeError("onTask must be a function");
  const limited = timeout !== undefined && timeout !== 0 && timeout !== Number.POSITIVE_INFINITY;
  return { ...options, timeout: limited ? Math.min(timeout, MAX_DELAY) : undefined, maxFailures };
}
