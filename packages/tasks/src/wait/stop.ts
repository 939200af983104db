import type { Clock, TimerHandle } from "@snodo/protocol";

/** What may end a wait early, as one signal: the caller's own, the time limit, a failure on the side. */
export class Stop {
  readonly #controller = new AbortController();
  readonly #clock: Clock;
  readonly #outer: AbortSignal | undefined;
  readonly #forward: () => void;
  #timer: TimerHandle;

  /**
   * @param clock - measures the limit
   * @param outer - the caller's signal
   */
  constructor(clock: Clock, outer: AbortSignal | undefined) {
    this.#clock = clock;
    this.#outer = outer;
    this.#forward = () => this.now(outer?.reason);
    if (outer?.aborted === true) this.#forward();
    outer?.addEventListener("abort", this.#forward);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends the wait, which then rejects with the reason. */
  now(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /** Ends the wait when the time is over. */
  after(milliseconds: number, reason: () => unknown): void {
    this.#timer = this.#clock.setTimeout(() => this.now(reason()), milliseconds);
  }

  /** The wait is over: what it started on the side ends, and no listener or timer stays. */
  release(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#forward);
    this.now(new Error("nobody waits for the task any more"));
  }
}
