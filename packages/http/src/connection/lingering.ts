import { type Clock, Slots, type TimerHandle } from "@snodo/protocol";
import type { Running } from "../exchange/exchange.ts";

/** How long a server may take to end a response that is of no more use, in milliseconds. */
const PATIENCE = 1000;

interface Lingerer {
  readonly running: Running;
  readonly round: number;
  slot: number;
}

/**
 * Responses that are of no more use, such as a stream whose answer came. Servers end them, and then the connection can
 * be used again; one that is not ended is closed. One timer serves them all.
 */
export class Lingering {
  readonly #clock: Clock;
  readonly #waiting: Slots<Lingerer> = new Slots();
  #round = 0;
  #timer: TimerHandle;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Waits for a response to end.
   *
   * @param running - its exchange
   * @returns to be called when it has
   */
  add(running: Running): () => void {
    const entry: Lingerer = { running, round: this.#round, slot: -1 };
    entry.slot = this.#waiting.add(entry);
    this.#timer ??= this.#clock.setTimeout(() => this.#sweep(), PATIENCE, true);
    return () => {
      this.#waiting.remove(entry.slot, entry);
      if (this.#waiting.size === 0) this.#stop();
    };
  }

  close(): void {
    this.#stop();
    for (const { running } of this.#waiting.all()) running.cancel();
  }

  #sweep(): void {
    for (const entry of this.#waiting.all()) {
      if (entry.round === this.#round) continue;
      this.#waiting.remove(entry.slot, entry);
      entry.running.cancel();
    }
    this.#round += 1;
    this.#timer = undefined;
    if (this.#waiting.size > 0) this.#timer = this.#clock.setTimeout(() => this.#sweep(), PATIENCE, true);
  }

  #stop(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
