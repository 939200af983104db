import type { SubscriptionFilter } from "@snodo/protocol";
import { EventBuffer } from "./event-buffer.ts";
import type { Overflow, SubscriptionEnd, SubscriptionEvent } from "./events.ts";

/** What opens and ends the stream behind a subscription. */
export interface SubscriptionSource {
  /** Tells the server, the way the revision says, that nobody listens any more. Never rejects. */
  close(): Promise<void>;
}

/**
 * A stream of changes. Events are delivered only as they are asked for: each `next()` is one unit of demand; what
 * arrives meanwhile waits in a bounded buffer. After the `closed` event the iteration ends.
 *
 * Spec: 2026-07-28 basic/patterns/subscriptions.
 */
export class Subscription implements AsyncIterableIterator<SubscriptionEvent, undefined> {
  /** The filter the server agreed to, which may be less than was asked for. */
  accepted: SubscriptionFilter;
  readonly #buffer: EventBuffer;
  #source: SubscriptionSource | undefined;
  #onClose: (() => void) | undefined;
  #over = false;

  /** @internal Made by `listen`. */
  constructor(accepted: SubscriptionFilter, maxBuffer: number, overflow: Overflow) {
    this.accepted = accepted;
    this.#buffer = new EventBuffer(maxBuffer, overflow);
  }

  /** The next event: a notification, a drop report, a gap, or the end. Resolves `done` once the stream is over. */
  next(): Promise<IteratorResult<SubscriptionEvent, undefined>> {
    return this.#buffer.next();
  }

  /** Ends the stream; called when a `for await` loop is left. */
  async return(): Promise<IteratorResult<SubscriptionEvent, undefined>> {
    await this.close();
    return { done: true, value: undefined };
  }

  /** Ends the stream and tells the server. Nothing is delivered afterwards. Idempotent; never rejects. */
  async close(): Promise<void> {
    this.#buffer.abandon();
    await this.#release();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** @internal */
  attach(source: SubscriptionSource, onClose: () => void): void {
    this.#source = source;
    this.#onClose = onClose;
    // It may have ended before it was handed out.
    if (this.#over) void this.#release();
  }

  /** @internal */
  push(event: Exclude<SubscriptionEvent, { type: "dropped" | "closed" }>): void {
    this.#buffer.push(event);
  }

  /** @internal The stream is over: what is in the buffer, then `closed`. */
  end(reason: SubscriptionEnd): void {
    this.#buffer.end(reason);
    void this.#release();
  }

  async #release(): Promise<void> {
    this.#over = true;
    const source = this.#source;
    this.#source = undefined;
    this.#onClose?.();
    await source?.close();
  }
}
