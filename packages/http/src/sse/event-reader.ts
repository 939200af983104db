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
/** Stands for a line that is passed over and has not ended. */
const REST = ":";
const COLON = 58;
const SPACE = 32;

/**
 * Reads `text/event-stream`: LF, CRLF and CR, characters cut anywhere, and a first byte order mark. No character is
 * looked at again once its line is known not to end in what has come.
 *
 * Spec: the HTML standard, 9.2.6 Interpreting an event stream.
 */
export class EventReader implements BodyReader {
  readonly #decoder = new TextDecoder();
  readonly #limits: EventLimits;
  readonly #sink: EventSink;
  #size = 0;
  #skipLineFeed = false;
  #done = false;
  /** The pieces of a line that has not ended, and their length. */
  #pieces: string[] = [];
  #held = 0;
  /** What is known of the event so far. */
  #data: string | undefined;
  #event: string | undefined;
  #id: string | undefined;
  /** It was too large: the rest of it is passed over. */
  #skipping = false;

  constructor(limits: EventLimits, sink: EventSink) {
    this.#limits = limits;
    this.#sink = sink;
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

  /** Whether a CR ends a line must not wait for the next byte: a server that writes only CR may send none. */
  #feed(decoded: string): void {
    let text = decoded;
    if (text === "") return;
    if (this.#skipLineFeed && text.startsWith("\n")) text = text.slice(1);
    this.#skipLineFeed = text.endsWith("\r");
    if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n");
    this.#lines(text);
  }

  #lines(text: string): void {
    let from = 0;
    let to = text.indexOf("\n");
    if (to !== -1 && this.#pieces.length > 0) {
      this.#pieces.push(text.slice(0, to));
      const line = this.#pieces.join("");
      this.#pieces = [];
      this.#held = 0;
      this.#line(line, 0, line.length);
      from = to + 1;
      to = text.indexOf("\n", from);
    }
    while (to !== -1 && !this.#done) {
      this.#line(text, from, to);
      from = to + 1;
      to = text.indexOf("\n", from);
    }
    if (from < text.length && !this.#done) this.#hold(text.slice(from));
  }

  #hold(piece: string): void {
    // Of a line that is passed over only its beginning matters: whether it is empty.
    if (this.#skipping && this.#held > 0) return;
    this.#pieces.push(piece);
    this.#held += piece.length;
    if (this.#held + (this.#data?.length ?? 0) > this.#limits.event + SLACK) this.#refuse();
  }

  #line(text: string, from: number, to: number): void {
    if (from === to) this.#dispatch();
    else if (this.#skipping || text.charCodeAt(from) === COLON) return;
    else if (text.startsWith("data:", from)) this.#append(valueAt(text, from + 5, to));
    else if (text.startsWith("event:", from)) this.#event = valueAt(text, from + 6, to) || undefined;
    else this.#field(text.slice(from, to));
  }

  #field(line: string): void {
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : valueAt(line, colon + 1, line.length);
    if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^\d+$/.test(value)) this.#sink.retry(Number(value));
    else if (name === "data") this.#append(value);
    else if (name === "event") this.#event = undefined;
  }

  #append(value: string): void {
    this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    if (this.#data.length > this.#limits.event) this.#refuse();
  }

  #dispatch(): void {
    const data = this.#data;
    const event = this.#event;
    const id = this.#id;
    this.#reset();
    this.#skipping = false;
    if (data !== undefined) this.#sink.event(data, event, id);
  }

  #refuse(): void {
    this.#reset();
    this.#skipping = true;
    if (this.#held > 0) this.#pieces = [REST];
    this.#done = this.#sink.tooLarge() === "stop";
  }

  #reset(): void {
    this.#data = undefined;
    this.#event = undefined;
    this.#id = undefined;
  }
}

/** The value of a field: one space after the colon does not belong to it. */
function valueAt(text: string, from: number, to: number): string {
  return text.slice(text.charCodeAt(from) === SPACE ? from + 1 : from, to);
}
