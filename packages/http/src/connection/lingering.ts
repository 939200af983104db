import type { Clock, TimerHandle } from "@snodo/protocol";
import type { Running } from "../exchange/exchange.ts";

/** How long a server may take to end a stream whose answer it has sent, in milliseconds. */
const PATIENCE = 1000;

/**
 * Streams whose answer came. Servers end them, and then the socket can be used again; one that does not is closed.
 * One timer serves them all.
 */
export class Lingering {
  readonly #clock: Clock;
  #young: Running[] = [];
  #old: Running[] = [];
  #timer: TimerHandle;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(running: Running): void {
    this.#young.push(running);
    this.#timer ??= this.#clock.setTimeout(() => this.#sweep(), PATIENCE, true);
  }

  close(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    cancelAll(this.#old);
    cancelAll(this.#young);
    this.#old = [];
    this.#young = [];
  }

  /** Cancelling one that has ended changes nothing. */
  #sweep(): void {
    cancelAll(this.#old);
    this.#old = this.#young;
    this.#young = [];
    this.#timer =
      this.#old.length === 0 ? undefined : this.#clock.setTimeout(() => this.#sweep(), PATIENCE, true);
  }
}

function cancelAll(streams: readonly Running[]): void {
  for (const stream of streams) stream.cancel();
}
