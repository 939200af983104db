import { createParser, type EventSourceParser } from "eventsource-parser";
import type { BodyReader } from "../response/body.ts";

/** Takes the events of one stream, in order. */
export interface EventSink {
  /**
   * One event. Not called for comments, nor for an event the stream ended in the middle of.
   *
   * @param data - what its `data` lines hold, joined; empty for an event that only carries an id
   * @param event - its type; undefined means `message`
   * @param id - its id, when it has one
   */
  event(data: string, event: string | undefined, id: string | undefined): void;
  /** The server asks to wait this many milliseconds before a reconnect. */
  retry(milliseconds: number): void;
  /**
   * A limit was passed.
   *
   * @returns `skip` to go on after the event that is too large, `stop` to hear nothing more
   */
  tooLarge(): "skip" | "stop";
}

/** What bounds a stream. */
export interface EventLimits {
  /** The most bytes of the whole stream. */
  readonly stream?: number | undefined;
  /** The most characters of one event. */
  readonly event: number;
}

/** Room for the field names and line ends of an event that is just within its limit. */
const SLACK = 4096;

/** Reads `text/event-stream`: LF, CRLF and CR, characters cut anywhere, and a first byte order mark. */
export class EventReader implements BodyReader {
  readonly #decoder = new TextDecoder();
  readonly #parser: EventSourceParser;
  readonly #limits: EventLimits;
  readonly #sink: EventSink;
  #size = 0;
  #skipLineFeed = false;
  #done = false;

  constructor(limits: EventLimits, sink: EventSink) {
    this.#limits = limits;
    this.#sink = sink;
    this.#parser = createParser({
      maxBufferSize: limits.event + SLACK,
      onEvent: ({ data, event, id }) => {
        if (this.#done) return;
        if (data.length > limits.event) this.#refuse();
        else this.#sink.event(data, event, id);
      },
      onRetry: (milliseconds) => {
        if (!this.#done) this.#sink.retry(milliseconds);
      },
      onError: ({ type }) => {
        // The rest are lines that mean nothing, which readers must ignore.
        if (type !== "max-buffer-size-exceeded") return;
        this.#refuse();
        this.#parser.reset();
      },
    });
  }

  data(chunk: Uint8Array): void {
    if (this.#done) return;
    this.#size += chunk.byteLength;
    if (this.#limits.stream !== undefined && this.#size > this.#limits.stream) {
      this.#done = true;
      this.#sink.tooLarge();
      return;
    }
    this.#feed(this.#decoder.decode(chunk, { stream: true }));
  }

  /** An event the stream ended in the middle of is discarded, as the standard says. */
  end(): void {
    this.#done = true;
  }

  /**
   * The parser gets LF only: with CRs about it looks for both ends of a line each time, which takes time by the square
   * of a chunk. Whether a CR ends a line must not wait for the next byte: a server that writes only CR may send none.
   */
  #feed(decoded: string): void {
    let text = decoded;
    if (text === "") return;
    if (this.#skipLineFeed && text.startsWith("\n")) text = text.slice(1);
    this.#skipLineFeed = text.endsWith("\r");
    if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n");
    if (text !== "") this.#parser.feed(text);
  }

  #refuse(): void {
    if (!this.#done) this.#done = this.#sink.tooLarge() === "stop";
  }
}
