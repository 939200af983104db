import { type Clock, messageOf, quote, type TimerHandle } from "@snodo/protocol";
import type { ResponseHeaders, Running } from "../exchange/exchange.ts";
import type { Outgoing, Wire, WireFailure, WireSink } from "../request/wire.ts";
import { mediaTypeOf } from "../response/decide.ts";
import { countFailures, reconnectDelay } from "./backoff.ts";
import { EventReader, type EventSink } from "./event-reader.ts";
import { IdleTimer } from "./idle-timer.ts";

/** Why an event stream is over for good. */
export type StreamEnd =
  /** The server does not offer it, or, when it was open before, any more. */
  | {
      readonly type: "refused";
      readonly problem: string;
      readonly status: number | undefined;
      readonly wasOpen: boolean;
    }
  /** It was lost too often in a row. */
  | { readonly type: "lost"; readonly problem: string; readonly failures: number };

/** Who reads an event stream. */
export interface StreamReader {
  /** The data of one message. */
  message(data: string): void;
  /** An event was larger than allowed; see {@link EventSink.tooLarge}. */
  tooLarge(): "skip" | "stop";
  /** It was lost and is open again, and what came in between is lost: no event had an id to resume after. */
  reopened?(): void;
  /** Called once, last; not after `stop`. */
  ended(end: StreamEnd): void;
}

/** How an event stream is opened and kept. */
export interface StreamOptions {
  readonly wire: Wire;
  readonly clock: Clock;
  readonly random: () => number;
  /** Builds the GET that opens the stream or resumes it after an event. */
  readonly request: (lastEventId: string | undefined) => Outgoing;
  /** The most characters of one event. */
  readonly maxEvent: number;
  /** Connections in a row that may deliver nothing. */
  readonly maxFailures: number;
  /** True when nobody waits for it, so that the wait for a reconnect must not keep the process alive. */
  readonly background: boolean;
  /** Milliseconds without a byte after which a connection counts as lost. */
  readonly idleTimeout?: number | undefined;
}

/** Where a stream takes up. */
export interface StreamStart {
  readonly lastEventId?: string | undefined;
  /** What the server asked to wait before a reconnect. */
  readonly retry?: number | undefined;
  /** True to wait before the first connection, because another one just ended. */
  readonly wait?: boolean | undefined;
}

/** One event stream over any number of connections: it reconnects, backs off, and gives up in the end. */
export class EventStream implements WireSink, EventSink {
  readonly #options: StreamOptions;
  readonly #reader: StreamReader;
  #lastEventId: string | undefined;
  #retry: number | undefined;
  #failures = 0;
  #running: Running | undefined;
  #events: EventReader | undefined;
  #idle: IdleTimer | undefined;
  #timer: TimerHandle;
  #openedAt = 0;
  #delivered = false;
  /** It was open before. */
  #wasOpen = false;
  #stopped = false;

  constructor(options: StreamOptions, reader: StreamReader) {
    this.#options = options;
    this.#reader = reader;
  }

  start({ lastEventId, retry, wait = false }: StreamStart = {}): void {
    this.#lastEventId = lastEventId;
    this.#retry = retry;
    if (wait) this.#reconnect();
    else this.#connect();
  }

  /** Ends the stream; its reader hears nothing more. */
  stop(): void {
    this.#stopped = true;
    this.#options.clock.clearTimeout(this.#timer);
    this.#release();
  }

  head(status: number, headers: ResponseHeaders): void {
    const ok = status >= 200 && status < 300;
    if (ok && mediaTypeOf(headers.get("content-type")) === "text/event-stream") {
      const { clock, idleTimeout, maxEvent } = this.#options;
      this.#openedAt = clock.now();
      if (this.#wasOpen && this.#lastEventId === undefined) this.#reader.reopened?.();
      this.#wasOpen = true;
      this.#events = new EventReader({ event: maxEvent }, this);
      if (idleTimeout !== undefined) {
        this.#idle = new IdleTimer(clock, idleTimeout, () =>
          this.#lost(`nothing came for ${idleTimeout} ms`),
        );
      }
      return;
    }
    const problem = ok
      ? `HTTP ${status} with ${quote(headers.get("content-type") ?? "no content type", 100)}`
      : `HTTP ${status}`;
    // Any other refusal is final: an endpoint without a stream has none however often it is asked.
    // After a loss, 409 says that the server has not noticed it yet, and allows one stream a session.
    const later = status >= 500 || status === 408 || status === 425 || status === 429;
    if (later || (status === 409 && this.#wasOpen)) this.#lost(problem);
    else this.#end({ type: "refused", problem, status, wasOpen: this.#wasOpen });
  }

  data(chunk: Uint8Array): void {
    this.#idle?.touch();
    this.#events?.data(chunk);
  }

  end(): void {
    this.#lost("the server ended the stream");
  }

  failed(failure: WireFailure): void {
    if (failure.type === "network") this.#lost(messageOf(failure.error));
    else {
      const wasOpen = this.#wasOpen;
      this.#end({ type: "refused", problem: problemOf(failure), status: undefined, wasOpen });
    }
  }

  event(data: string, event: string | undefined, id: string | undefined): void {
    if (id !== undefined) this.#lastEventId = id;
    if (event !== undefined && event !== "message") return;
    this.#delivered = true;
    // An event that only carries an id primes the stream.
    if (data !== "") this.#reader.message(data);
  }

  retry(milliseconds: number): void {
    this.#retry = milliseconds;
  }

  tooLarge(): "skip" | "stop" {
    return this.#reader.tooLarge();
  }

  #connect(): void {
    this.#delivered = false;
    this.#openedAt = 0;
    this.#running = this.#options.wire.start(this.#options.request(this.#lastEventId), this);
  }

  #lost(problem: string): void {
    if (this.#stopped) return;
    const openFor = this.#openedAt === 0 ? 0 : this.#options.clock.now() - this.#openedAt;
    this.#failures = countFailures(this.#failures, { delivered: this.#delivered, openFor });
    this.#release();
    if (this.#failures > this.#options.maxFailures) {
      this.#end({ type: "lost", problem, failures: this.#failures });
    } else {
      this.#reconnect();
    }
  }

  #reconnect(): void {
    const delay = reconnectDelay(this.#retry, this.#failures, this.#options.random());
    const { clock, background } = this.#options;
    this.#timer = clock.setTimeout(() => this.#connect(), delay, background);
  }

  #end(end: StreamEnd): void {
    if (this.#stopped) return;
    this.stop();
    this.#reader.ended(end);
  }

  #release(): void {
    this.#idle?.stop();
    this.#idle = undefined;
    this.#events?.end();
    this.#events = undefined;
    this.#running?.cancel();
    this.#running = undefined;
  }
}

function problemOf(failure: Exclude<WireFailure, { readonly type: "network" }>): string {
  switch (failure.type) {
    case "redirect":
      return `a redirect that was not followed: ${failure.problem}`;
    case "opaque_redirect":
      return "a redirect whose target the platform hides";
    case "encoding":
      return `the coding ${quote(failure.encoding, 60)}`;
    case "refused":
      return `HTTP ${failure.challenge.status}`;
    case "thrown":
      return messageOf(failure.error);
  }
}
