import type { Clock, TimerHandle } from "@snodo/protocol";
import { nextTask } from "./next-task.ts";

/** A clock that stands still until it is told. */
export interface ManualClock extends Clock {
  /** How many timers wait. */
  readonly pending: number;
  /** Milliseconds until the next timer is due; undefined without one. */
  readonly untilNext: number | undefined;
  /**
   * Lets time pass: runs every timer that falls due, in order, those that are set on the way included.
   *
   * @param milliseconds - how much passes
   */
  advance(milliseconds: number): Promise<void>;
  /** Lets everything that needs no time happen: promise callbacks, and what they lead to. */
  flush(): Promise<void>;
}

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly run: () => void;
}

/**
 * Makes a clock for tests.
 *
 * @param start - what `now` says at first; defaults to 0
 */
export function manualClock(start = 0): ManualClock {
  const timers = new Map<TimerHandle, Timer>();
  let now = start;
  let order = 0;

  const next = (): readonly [TimerHandle, Timer] | undefined => {
    let first: readonly [TimerHandle, Timer] | undefined;
    for (const entry of timers) {
      const best = first?.[1];
      const [, timer] = entry;
      if (
        best === undefined ||
        timer.due < best.due ||
        (timer.due === best.due && timer.order < best.order)
      ) {
        first = entry;
      }
    }
    return first;
  };
  const flush = (): Promise<void> => new Promise((resolve) => nextTask(resolve));

  return {
    now: () => now,
    setTimeout(run, milliseconds) {
      order += 1;
      const handle = { order };
      timers.set(handle, { due: now + Math.max(0, milliseconds), order, run });
      return handle;
    },
    clearTimeout(handle) {
      timers.delete(handle);
    },
    get pending() {
      return timers.size;
    },
    get untilNext() {
      const first = next();
      return first === undefined ? undefined : first[1].due - now;
    },
    flush,
    async advance(milliseconds) {
      const end = now + milliseconds;
      await flush();
      for (let first = next(); first !== undefined && first[1].due <= end; first = next()) {
        const [handle, timer] = first;
        timers.delete(handle);
        now = Math.max(now, timer.due);
        timer.run();
        await flush();
      }
      now = end;
    },
  };
}
