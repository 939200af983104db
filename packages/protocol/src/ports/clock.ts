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
