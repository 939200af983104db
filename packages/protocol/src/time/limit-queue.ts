/** A time limit that is running: a link of its queue's chain. */
export interface Limit {
  readonly queue: LimitQueue;
  readonly at: number;
  run: (() => void) | undefined;
  before: Limit | undefined;
  after: Limit | undefined;
}

/** What a queue needs of the platform. */
export interface LimitPlatform {
  now(): number;
  /** Starts a timer of the platform. */
  start(run: () => void, milliseconds: number): unknown;
  /** Says whether a timer keeps the process alive. */
  hold(timer: unknown, alive: boolean): void;
}

/**
 * Time limits of one length, in the order in which they end.
 *
 * Nearly every limit is lifted before it ends, and starting and clearing a timer of the platform for each costs more
 * than the rest of a small call's bookkeeping. So one timer serves them all, and is left to run when the last limit is
 * lifted: the next one finds it. Meanwhile it does not keep the process alive.
 */
export class LimitQueue {
  readonly #platform: LimitPlatform;
  readonly #length: number;
  readonly #idle: () => void;
  #first: Limit | undefined;
  #last: Limit | undefined;
  #timer: unknown;

  /**
   * @param length - milliseconds
   * @param idle - called when the timer ran out and no limit is left
   */
  constructor(platform: LimitPlatform, length: number, idle: () => void) {
    this.#platform = platform;
    this.#length = length;
    this.#idle = idle;
  }

  /** Starts a limit. */
  add(run: () => void): Limit {
    const before = this.#last;
    const limit: Limit = {
      queue: this,
      at: this.#platform.now() + this.#length,
      run,
      before,
      after: undefined,
    };
    this.#last = limit;
    if (before !== undefined) before.after = limit;
    else {
      this.#first = limit;
      if (this.#timer === undefined) this.#start(this.#length);
      else this.#platform.hold(this.#timer, true);
    }
    return limit;
  }

  /** Lifts a limit; harmless when it ended or was lifted already. */
  remove(limit: Limit): void {
    if (limit.run === undefined) return;
    limit.run = undefined;
    const { before, after } = limit;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    // A link that is out must hold nothing, or a chain of dead ones outlives collections.
    limit.before = undefined;
    limit.after = undefined;
    if (this.#first === undefined && this.#timer !== undefined) this.#platform.hold(this.#timer, false);
  }

  #start(milliseconds: number): void {
    this.#timer = this.#platform.start(() => this.#due(), milliseconds);
  }

  #due(): void {
    this.#timer = undefined;
    const now = this.#platform.now();
    try {
      for (let limit = this.#first; limit !== undefined && limit.at <= now; limit = this.#first) {
        const { run } = limit;
        this.remove(limit);
        run?.();
      }
    } finally {
      // Also when one throws, which it must not: the limits of everybody else go on.
      this.#goOn(now);
    }
  }

  #goOn(now: number): void {
    // What ran may have started the timer again.
    if (this.#timer !== undefined) return;
    if (this.#first === undefined) this.#idle();
    else this.#start(Math.max(1, this.#first.at - now));
  }
}
