/** Takes the bytes of a body. */
export interface BodyReader {
  data(chunk: Uint8Array): void;
  end(): void;
}

/** What became of a body that is read whole. */
export interface TextBodySink {
  text(text: string): void;
  /** It passed the limit; nothing more is wanted of it. */
  tooLarge(): void;
}

/** How many chunks are kept one by one: a server that sends each byte on its own must not cost an object a byte. */
const MANY = 1024;

/** Used for whole bodies only, so it keeps nothing between them. */
const decoder: TextDecoder = new TextDecoder();

/** Collects a body, bounded, and decodes it once. */
export class TextBody implements BodyReader {
  readonly #limit: number;
  readonly #enough: number;
  readonly #sink: TextBodySink;
  #chunks: Uint8Array[] = [];
  /** Where the chunks begin that were not joined yet. */
  #joined = 0;
  #size = 0;
  #done = false;

  /**
   * @param limit - the most bytes a body may have
   * @param sink - takes the outcome
   * @param enough - how many bytes are of use: a body is given as it is once it has more
   */
  constructor(limit: number, sink: TextBodySink, enough: number = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
    this.#sink = sink;
    this.#enough = enough;
  }

  data(chunk: Uint8Array): void {
    if (this.#done) return;
    this.#size += chunk.byteLength;
    if (this.#size > this.#limit) {
      this.#done = true;
      this.#chunks = [];
      this.#sink.tooLarge();
      return;
    }
    this.#chunks.push(chunk);
    if (this.#chunks.length - this.#joined === MANY) this.#join();
    if (this.#size > this.#enough) this.end();
  }

  #join(): void {
    const last = this.#chunks.splice(this.#joined);
    this.#chunks.push(joined(last));
    this.#joined = this.#chunks.length;
  }

  end(): void {
    if (this.#done) return;
    this.#done = true;
    const bytes = joined(this.#chunks);
    this.#chunks = [];
    this.#sink.text(decoder.decode(bytes));
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const bytes = new Uint8Array(chunks.reduce((size, { byteLength }) => size + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
