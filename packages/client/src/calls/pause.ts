import type { Clock } from "@snodo/protocol";

/**
 * Waits.
 *
 * @param clock - whose milliseconds they are
 * @param milliseconds - how long
 * @param signal - ends the wait; rejects with its own reason
 */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const abort = (): void => {
      clock.clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = clock.setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
