/**
 * Stops waiting when a signal says so; the work goes on for whoever else waits for it.
 *
 * @param work - what is waited for; observed in any case
 * @param signal - rejects with its own reason
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason);
    };
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
