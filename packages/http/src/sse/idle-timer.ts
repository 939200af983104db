import type { Clock, TimerHandle } from "@snodo/protocol";

/** Calls back once when nothing happened for a while. Activity costs no timer. */
export class IdleTimer {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #idle: () => void;
  #last: number;
  #timer: TimerHandle;

  /**
   * @param clock - measures
   * @param milliseconds - how long is too long
   * @param idle - called once; not after `stop`
   */
  constructor(clock: Clock, milliseconds: number, idle: () => void) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
    this.#idle = idle;
    this.#last = clock.now();
    this.#arm(milliseconds);
  }

  /** Something happened. */
  touch(): void {
    this.#last = this.#clock.now();
  }

  stop(): void {
    this.#clock.clearTimeout(this.#timer);
  }

  #arm(milliseconds: number): void {
    this.#timer = this.#clock.setTimeout(
      () => {
        const left = this.#milliseconds - (this.#clock.now() - this.#last);
        if (left > 0) this.#arm(left);
        else this.#idle();
      },
      milliseconds,
      true,
    );
  }
}
