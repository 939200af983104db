import { HeldBytes } from "./held-bytes.ts";

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const NOTHING = Buffer.alloc(0);

/** Takes the lines of a stream. Must not throw. */
export interface LineSink {
  /** One line: the bytes from `start` to `end`, without its line feed. A carriage return may end it. */
  line(bytes: Buffer, start: number, end: number): void;
  /** A line turned out to be over the limit. Called once for it, before its end has been seen. */
  tooLong(): void;
}

/**
 * Cuts a stream of bytes into lines, in time linear in the bytes, holding at most one line of at most `maxLineBytes`.
 *
 * The limit counts one line without its line break: what else is in the same chunk plays no part, and lines completed
 * before one that is too long are delivered before it is reported.
 */
export class LineSplitter {
  readonly #limit: number;
  readonly #sink: LineSink;
  readonly #held = new HeldBytes();
  #discarding = false;

  constructor(maxLineBytes: number, sink: LineSink) {
    this.#limit = maxLineBytes;
    this.#sink = sink;
  }

  /**
   * Takes the next bytes.
   *
   * @param chunk - must not be written to afterwards
   */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      if (this.#discarding) this.#discarding = false;
      else if (this.#held.bytes === 0) this.#complete(chunk, start, end);
      else this.#join(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length && !this.#discarding) this.#hold(start === 0 ? chunk : chunk.subarray(start));
  }

  /** The stream ended: what is held was the last line. */
  end(): void {
    if (this.#held.bytes > 0) this.#join(NOTHING);
  }

  #join(last: Buffer): void {
    // One byte more is let through, which may be the carriage return of the line break.
    if (this.#held.bytes + last.length > this.#limit + 1) {
      this.#held.clear();
      this.#sink.tooLong();
      return;
    }
    const line = this.#held.take(last);
    this.#complete(line, 0, line.length);
  }

  #complete(bytes: Buffer, start: number, end: number): void {
    const length = end - start;
    if (length > this.#limit && (length > this.#limit + 1 || bytes[end - 1] !== RETURN)) this.#sink.tooLong();
    else this.#sink.line(bytes, start, end);
  }

  #hold(rest: Buffer): void {
    if (this.#held.bytes + rest.length <= this.#limit + 1) {
      this.#held.add(rest);
      return;
    }
    this.#held.clear();
    this.#discarding = true;
    this.#sink.tooLong();
  }
}
