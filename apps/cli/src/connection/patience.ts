import type { Clock } from "@snodo/protocol";
import { sayDuration } from "../command-line/duration.ts";
import { CliError } from "../exit/cli-error.ts";
import { EXIT } from "../exit/exit-codes.ts";

/** How long a call may take. */
export interface Limit {
  /** Milliseconds; 0 is no limit. */
  readonly milliseconds: number;
  /** Progress starts it anew. */
  readonly restarts: boolean;
}

/**
 * The time limit of the call that runs. Unlike the library's own it stands still while a user is asked, whichever way
 * the question came.
 */
export class Patience {
  readonly #clock: Clock;
  #limit: Limit = { milliseconds: 0, restarts: false };
  #expire: (() => void) | undefined;
  #timer: unknown;
  #left = 0;
  #since = 0;
  #asking = 0;

  /** @param clock - measures the time */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Runs a call under a limit.
   *
   * @param limit - how long it may take
   * @param what - what it is, for the error, such as `tools/call "search" on https://…`
   * @param signal - ends it as well
   * @param run - the call; it is to end with the signal it is given
   * @throws CliError when time is up; whatever the call rejects with
   */
  async during<T>(
    limit: Limit,
    what: string,
    signal: AbortSignal,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const expiry = new AbortController();
    this.#limit = limit;
    this.#left = limit.milliseconds;
    this.#expire = () => expiry.abort(expired(what, limit));
    this.#start();
    try {
      return await run(AbortSignal.any([signal, expiry.signal]));
    } finally {
      this.#stop();
      this.#expire = undefined;
    }
  }

  /** Whether a call is under way. */
  get running(): boolean {
    return this.#expire !== undefined;
  }

  /** The server reports progress. */
  progress(): void {
    if (this.#expire === undefined || !this.#limit.restarts) return;
    this.#left = this.#limit.milliseconds;
    this.#since = this.#clock.now();
    if (this.#asking > 0) return;
    this.#clock.clearTimeout(this.#timer);
    this.#start();
  }

  /**
   * Asks a user; meanwhile no time passes.
   *
   * @param ask - asks
   */
  async aside<T>(ask: () => Promise<T>): Promise<T> {
    this.#asking += 1;
    this.#stop();
    try {
      return await ask();
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0 && this.#expire !== undefined) this.#start();
    }
  }

  #start(): void {
    if (this.#limit.milliseconds === 0) return;
    this.#since = this.#clock.now();
    this.#timer = this.#clock.setTimeout(() => this.#expire?.(), this.#left);
  }

  #stop(): void {
    if (this.#timer === undefined) return;
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#left = Math.max(0, this.#left - (this.#clock.now() - this.#since));
  }
}

function expired(what: string, { milliseconds, restarts }: Limit): CliError {
  const heard = restarts ? "nothing was heard for" : "there was no answer within";
  return new CliError(`${what} was given up: ${heard} ${sayDuration(milliseconds)}.`, {
    exit: EXIT.Timeout,
    reason: "timeout",
    hint: "Give it longer with --timeout, such as --timeout 5m; 0 waits for ever.",
    details: { timeoutMs: milliseconds },
  });
}
