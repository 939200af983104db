/** Origins whose last nonce is remembered. */
const MAX_ORIGINS = 100;

/** The newest DPoP nonce of each origin. A server may send one with any answer, and wants it back in the next proof. */
export class NonceJar {
  readonly #nonces = new Map<string, string>();

  /** Remembers a nonce; undefined changes nothing. */
  note(url: string, nonce: string | null | undefined): void {
    if (nonce === null || nonce === undefined || nonce === "" || nonce.length > 1024) return;
    const { origin } = new URL(url);
    this.#nonces.delete(origin);
    this.#nonces.set(origin, nonce);
    const oldest = this.#nonces.keys().next().value;
    if (this.#nonces.size > MAX_ORIGINS && oldest !== undefined) this.#nonces.delete(oldest);
  }

  /** The nonce to put into a proof for a URL. */
  for(url: string): string | undefined {
    return this.#nonces.get(new URL(url).origin);
  }
}
