import type { Clock } from "@snodo/protocol";

/** A store did not answer in time. */
class StoreTimeout extends Error {
  override readonly name: string = "StoreTimeout";

  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

/**
 * Waits for a promise, but not for ever. What it does later is ignored.
 *
 * @param work - starts it; may throw
 * @param milliseconds - how long to wait
 * @param clock - time
 * @throws StoreTimeout when it takes longer
 */
export function within<T>(work: () => Promise<T>, milliseconds: number, clock: Clock): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = clock.setTimeout(() => reject(new StoreTimeout(milliseconds)), milliseconds, true);
    const settle = (settled: () => void): void => {
      clock.clearTimeout(timer);
      settled();
    };
    new Promise<T>((started) => started(work())).then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}
