/** Whatever a clock hands out for a timer that is running. */
export type TimerHandle = unknown;

/** Time, injected so that tests decide when it passes. */
export interface Clock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /**
   * Runs a callback once, later.
   *
   * @param run - must not throw
   * @param milliseconds - how long to wait; the caller keeps it within 0 … 2^31-1
   * @param background - true when the timer must not keep the process alive
   */
  setTimeout(run: () => void, milliseconds: number, background?: boolean): TimerHandle;
  /** Forgets a timer; one that ran or was cleared already is fine. */
  clearTimeout(handle: TimerHandle): void;
}

/** The clock of the platform: `performance.now` and the global timers. */
export const systemClock: Clock = Object.freeze({
  now: () => performance.now(),
  setTimeout(run: () => void, milliseconds: number, background?: boolean) {
    const handle: unknown = setTimeout(run, milliseconds);
    if (background === true) unref(handle);
    return handle;
  },
  clearTimeout(handle: TimerHandle) {
    clearTimeout(handle as number);
  },
});

/** Timers of Node, Bun and Deno can be told not to hold the process; those of a browser are plain numbers. */
function unref(handle: unknown): void {
  if (
    typeof handle === "object" &&
    handle !== null &&
    "unref" in handle &&
    typeof handle.unref === "function"
  ) {
    handle.unref();
  }
}
