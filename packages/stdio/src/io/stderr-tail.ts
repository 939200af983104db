/** The last bytes of a stream, in a ring of fixed size that is made when the first arrive. */
export class StderrTail {
  readonly #limit: number;
  #ring: Buffer | undefined;
  #next = 0;
  #full = false;

  /** @param limit - how many bytes to keep */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes the next bytes. */
  push(chunk: Buffer): void {
    this.#ring ??= Buffer.allocUnsafeSlow(this.#limit);
    const kept = chunk.length > this.#limit ? chunk.subarray(chunk.length - this.#limit) : chunk;
    if (kept.length < chunk.length) this.#full = true;
    const before = Math.min(kept.length, this.#limit - this.#next);
    kept.copy(this.#ring, this.#next, 0, before);
    kept.copy(this.#ring, 0, before);
    if (this.#next + kept.length > this.#limit) this.#full = true;
    this.#next = (this.#next + kept.length) % this.#limit;
    if (this.#next === 0 && kept.length > 0) this.#full = true;
  }

  /** What is kept, as text that starts with a whole character. */
  text(): string {
    if (this.#ring === undefined) return "";
    if (!this.#full) return this.#ring.toString("utf8", 0, this.#next);
    const bytes = Buffer.concat([this.#ring.subarray(this.#next), this.#ring.subarray(0, this.#next)]);
    let start = 0;
    while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
    return bytes.toString("utf8", start);
  }
}
