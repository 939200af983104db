import type { Clock } from "@snodo/protocol";

/**
 * Waits for a promise, or rejects with the reason of a signal. What the promise does later is of no concern.
 *
 * @param promise - what is waited for
 * @param signal - gives up waiting
 */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal?.reason);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted === true) stop();
  });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/**
 * Runs something that has to be over in time. Its signal is aborted when time is up, when the caller gives up, and when
 * it is over, so that nothing it started goes on.
 *
 * @param clock - counts
 * @param milliseconds - how long it may take
 * @param outer - the caller's signal
 * @param late - makes what is thrown when time is up
 * @param run - what to run
 */
export async function withDeadline<T>(
  clock: Clock,
  milliseconds: number,
  outer: AbortSignal | undefined,
  late: () => unknown,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  const abort = new AbortController();
  const { signal } = abort;
  const give = () => abort.abort(outer?.reason);
  outer?.addEventListener("abort", give);
  const timer = clock.setTimeout(() => abort.abort(late()), milliseconds, true);
  try {
    return await orAborted(run(signal), signal);
  } catch (thrown) {
    // Fetch and others have errors of their own for a signal that was aborted.
    throw signal.aborted ? signal.reason : thrown;
  } finally {
    clock.clearTimeout(timer);
    outer?.removeEventListener("abort", give);
    abort.abort();
  }
}

/** The timers of the platform. Those of the protocol package are made for thousands of limits at once. */
export const platformClock: Clock = {
  now: () => performance.now(),
  setTimeout(run, milliseconds, background) {
    const timer: unknown = setTimeout(run, milliseconds);
    // Those of a browser are numbers, and hold nothing.
    if (background === true) (timer as { unref?(): void }).unref?.();
    return timer;
  },
  clearTimeout: (timer) => clearTimeout(timer as number),
};
