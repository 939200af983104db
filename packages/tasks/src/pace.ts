import type { Task } from "./task.ts";

/** Between two polls when the server does not say, in milliseconds. */
const USUAL = 1000;
/** The shortest pause, whatever the server says: polling is never a busy loop. */
const SHORTEST = 100;
/** The longest pause a timer can take. */
const LONGEST = 2 ** 31 - 1;
/** How much longer than asked a pause may be, so that many clients do not poll in step. */
const JITTER = 0.1;

/**
 * How long to wait before the next poll, in milliseconds: never less than the server asked for.
 *
 * @param task - the last known state
 * @param random - from 0 to 1
 * @param failures - polls that failed in a row; each doubles the pause
 */
export function pollDelay(task: Task | undefined, random: number, failures = 0): number {
  const asked = Math.max(SHORTEST, task?.pollIntervalMs ?? USUAL) * 2 ** failures;
  return Math.min(LONGEST, asked * (1 + random * JITTER));
}

/**
 * Whether the server has kept a task as long as it promised. Counted here from when the task was first seen: the clocks
 * of two machines differ.
 *
 * @param task - the last known state
 * @param seenAt - when the task was first seen
 * @param now - on the same clock
 */
export function isExpired(task: Task, seenAt: number, now: number): boolean {
  return typeof task.ttlMs === "number" && now - seenAt > task.ttlMs;
}
