import type { Clock } from "@snodo/protocol";

/** Time between two polls that can be cut short. */
export class Pause {
  #wake: () => void = () => undefined;

  /**
   * Waits.
   *
   * @param clock - whose milliseconds they are
   * @param milliseconds - how long
   * @param signal - ends the pause; rejects with its own reason
   */
  for(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (how: () => void): void => {
        clock.clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        how();
      };
      const abort = (): void => end(() => reject(signal.reason));
      const timer = clock.setTimeout(() => end(resolve), milliseconds);
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort);
      this.#wake = () => end(resolve);
    });
  }

  /** Ends the pause that is under way. */
  cut(): void {
    this.#wake();
  }
}
