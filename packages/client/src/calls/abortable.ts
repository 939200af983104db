import { onAbort } from "./on-abort.ts";

/**
 * Stops waiting when a signal says so; the work goes on for whoever else waits for it.
 *
 * @param work - what is waited for; observed in any case
 * @param signal - rejects with its own reason
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    const forget = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(forget);
  });
}
