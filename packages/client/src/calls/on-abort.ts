/** Who waits for each signal. */
const waiting = new WeakMap<AbortSignal, Waiters>();

/**
 * Calls back when a signal is aborted. However many wait for one signal, it has one listener of this library: Node
 * warns of a leak where there are more than ten, and one signal for all calls of a request is good practice.
 *
 * @param signal - not aborted yet
 * @param run - called once; must not throw
 * @returns to be called when nobody waits any more; harmless afterwards
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  let waiters = waiting.get(signal);
  if (waiters === undefined) {
    waiters = new Waiters(signal);
    waiting.set(signal, waiters);
  }
  return waiters.add(run);
}

class Waiters {
  readonly #signal: AbortSignal;
  /** By an object of their own: one callback may wait twice. */
  readonly #all = new Set<{ readonly run: () => void }>();
  readonly #tell = (): void => {
    // One of them may end another.
    for (const waiter of [...this.#all]) if (this.#all.has(waiter)) waiter.run();
  };

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(run: () => void): () => void {
    const waiter = { run };
    if (this.#all.size === 0) this.#signal.addEventListener("abort", this.#tell);
    this.#all.add(waiter);
    return () => {
      if (this.#all.delete(waiter) && this.#all.size === 0)
        this.#signal.removeEventListener("abort", this.#tell);
    };
  }
}
