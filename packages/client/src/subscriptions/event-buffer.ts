import type { Overflow, SubscriptionEnd, SubscriptionEvent } from "./events.ts";

type Delivered = Exclude<SubscriptionEvent, { type: "dropped" | "closed" }>;

/** Holds events until they are asked for, at most so many of them. */
export class EventBuffer {
  readonly #limit: number;
  readonly #overflow: Overflow;
  readonly #waiting: ((event: IteratorResult<SubscriptionEvent, undefined>) => void)[] = [];
  #events: Delivered[] = [];
  #first = 0;
  #dropped = 0;
  #end: SubscriptionEnd | undefined;
  #done = false;

  constructor(limit: number, overflow: Overflow) {
    this.#limit = limit;
    this.#overflow = overflow;
  }

  /** Takes an event: for whoever waits, else for the buffer. */
  push(event: Delivered): void {
    if (this.#done || this.#end !== undefined) return;
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) {
      waiting({ done: false, value: event });
      return;
    }
    if (this.#size() < this.#limit) {
      this.#events.push(event);
      return;
    }
    this.#dropped += 1;
    if (this.#overflow === "drop_newest" || this.#limit === 0) return;
    this.#take();
    this.#events.push(event);
  }

  /** No event follows; those in the buffer are still delivered, then `closed`. */
  end(reason: SubscriptionEnd): void {
    if (this.#done || this.#end !== undefined) return;
    this.#end = reason;
    while (this.#waiting.length > 0 && !this.#done) this.#waiting.shift()?.(this.#pull());
    this.#finishWaiting();
  }

  /** The owner wants no more: nothing is delivered any more, not even what is in the buffer. */
  abandon(): void {
    this.#done = true;
    this.#events = [];
    this.#first = 0;
    this.#finishWaiting();
  }

  /** The next event, as soon as there is one. */
  next(): Promise<IteratorResult<SubscriptionEvent, undefined>> {
    if (this.#done || this.#size() > 0 || this.#end !== undefined) return Promise.resolve(this.#pull());
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #pull(): IteratorResult<SubscriptionEvent, undefined> {
    if (this.#done) return { done: true, value: undefined };
    if (this.#dropped > 0) {
      const count = this.#dropped;
      this.#dropped = 0;
      return { done: false, value: { type: "dropped", count } };
    }
    if (this.#size() > 0) return { done: false, value: this.#take() };
    this.#done = true;
    return { done: false, value: { type: "closed", reason: this.#end ?? { type: "complete" } } };
  }

  #size(): number {
    return this.#events.length - this.#first;
  }

  /** Moves a cursor instead of the whole array, and cuts the array once half of it is behind the cursor. */
  #take(): Delivered {
    const event = this.#events[this.#first] as Delivered;
    this.#first += 1;
    if (this.#first * 2 >= this.#events.length) {
      this.#events = this.#events.slice(this.#first);
      this.#first = 0;
    }
    return event;
  }

  #finishWaiting(): void {
    for (const waiting of this.#waiting.splice(0)) waiting({ done: true, value: undefined });
  }
}
