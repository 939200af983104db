import { orAborted } from "../deadline.ts";

/**
 * Work that several callers wait for. Each may give up on its own; the work is told to stop when nobody is left.
 */
export class SharedTask<T> {
  readonly #abort = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;

  /**
   * @param run - starts at once
   */
  constructor(run: (signal: AbortSignal) => Promise<T>) {
    this.#result = run(this.#abort.signal);
    // Every caller may have given up by the time it fails.
    this.#result.catch(() => undefined);
  }

  /** True once nobody is left: the work winds down. */
  get abandoned(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Settles as the work does, or rejects with the reason of the caller's own signal. */
  async join(signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    this.#waiting += 1;
    try {
      return await orAborted(this.#result, signal);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#abort.abort(signal?.reason);
    }
  }
}
