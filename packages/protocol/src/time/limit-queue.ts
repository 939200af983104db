/** A time limit that is running: a link of its queue's ring. One that is out is a ring of its own. */
export interface Limit {
  readonly queue: LimitQueue;
  readonly at: number;
  run: (() => void) | undefined;
  before: Limit;
  after: Limit;
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
  /**
   * Before the first limit and after the last. With it neither adding nor removing has a case of its own for the ends:
   * code that had only seen one limit at a time would be compiled anew when there are more.
   */
  readonly #ring: Limit;
  #timer: unknown;

  /**
   * @param length - milliseconds
   * @param idle - called when the timer ran out and no limit is left
   */
  constructor(platform: LimitPlatform, length: number, idle: () => void) {
    this.#platform = platform;
    this.#length = length;
    this.#idle = idle;
    this.#ring = alone(this);
  }

  /** Starts a limit. */
  add(run: () => void): Limit {
    const ring = this.#ring;
    const { before } = ring;
    const at = this.#platform.now() + this.#length;
    const limit: Limit = { queue: this, at, run, before, after: ring };
    before.after = limit;
    ring.before = limit;
    if (before === ring) {
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
    before.after = after;
    after.before = before;
    // A link that is out must hold no other, or a chain of dead ones outlives collections.
    limit.before = limit;
    limit.after = limit;
    if (before === after && before === this.#ring && this.#timer !== undefined)
      this.#platform.hold(this.#timer, false);
  }

  #start(milliseconds: number): void {
    this.#timer = this.#platform.start(() => this.#due(), milliseconds);
  }

  #due(): void {
    this.#timer = undefined;
    const now = this.#platform.now();
    try {
      const ring = this.#ring;
      for (let limit = ring.after; limit !== ring && limit.at <= now; limit = ring.after) {
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
    const { after: first } = this.#ring;
    if (first === this.#ring) this.#idle();
    else this.#start(Math.max(1, first.at - now));
  }
}

/** A limit that is linked to nothing. Made like those of `add`, so that the compiler sees one shape. */
function alone(queue: LimitQueue): Limit {
  const limit: Limit = { queue, at: 0, run: undefined, before: NOWHERE, after: NOWHERE };
  limit.before = limit;
  limit.after = limit;
  return limit;
}

const NOWHERE = undefined as unknown as Limit;
