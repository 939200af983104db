import type { JsonRpcRequest } from "@snodo/protocol";

/** Requests of one method that wait until they are let go. */
export interface Hold {
  /** How many wait. */
  readonly waiting: number;
  /** Lets those that wait, and all later ones, go on. */
  release(): void;
}

/** What the next requests of a method meet. */
export class Holds {
  readonly #held = new Map<string, { waiting: number; gate: Promise<void> }>();
  readonly #failures = new Map<string, { fault: Error; left: number }>();

  hold(method: string): Hold {
    let open = (): void => undefined;
    const entry = { waiting: 0, gate: new Promise<void>((resolve) => (open = resolve)) };
    this.#held.set(method, entry);
    return {
      get waiting() {
        return entry.waiting;
      },
      release: () => {
        if (this.#held.get(method) === entry) this.#held.delete(method);
        open();
      },
    };
  }

  failNext(method: string, fault: Error, times: number): void {
    this.#failures.set(method, { fault, left: times });
  }

  /** Waits where it must, and throws where it must. */
  async pass({ method }: JsonRpcRequest, signal: AbortSignal): Promise<void> {
    const held = this.#held.get(method);
    if (held !== undefined) {
      held.waiting += 1;
      await Promise.race([held.gate, aborted(signal)]);
      held.waiting -= 1;
    }
    const failure = this.#failures.get(method);
    if (failure === undefined) return;
    failure.left -= 1;
    if (failure.left <= 0) this.#failures.delete(method);
    throw failure.fault;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
