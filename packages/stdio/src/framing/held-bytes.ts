/** Pieces below this size are copied into a shared block: a peer that writes byte by byte costs no object a byte. */
const SMALL = 2048;
const BLOCK = 8192;

/** The start of a line whose end has not arrived: pieces, joined once when it has. */
export class HeldBytes {
  #pieces: Buffer[] = [];
  #bytes = 0;
  #block: Buffer | undefined;
  #from = 0;
  #used = 0;

  /** How many bytes are held. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Holds one more piece.
   *
   * @param piece - must not be written to afterwards
   */
  add(piece: Buffer): void {
    this.#bytes += piece.length;
    if (piece.length >= SMALL) {
      this.#seal();
      this.#pieces.push(piece);
      return;
    }
    if (this.#block === undefined || this.#used + piece.length > BLOCK) {
      this.#seal();
      this.#block = Buffer.allocUnsafeSlow(BLOCK);
      this.#from = 0;
      this.#used = 0;
    }
    piece.copy(this.#block, this.#used);
    this.#used += piece.length;
  }

  /**
   * Joins what is held and forgets it.
   *
   * @param last - the piece that completes it
   * @returns a copy, which the caller owns
   */
  take(last: Buffer): Buffer {
    this.#seal();
    this.#pieces.push(last);
    const joined = Buffer.concat(this.#pieces, this.#bytes + last.length);
    this.clear();
    return joined;
  }

  /** Forgets what is held. */
  clear(): void {
    this.#pieces = [];
    this.#bytes = 0;
    this.#from = 0;
    this.#used = 0;
  }

  #seal(): void {
    if (this.#block === undefined || this.#used === this.#from) return;
    this.#pieces.push(this.#block.subarray(this.#from, this.#used));
    this.#from = this.#used;
  }
}
