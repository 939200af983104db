/** The part of Web Crypto that is needed, so that runtimes without it can be told. */
const subtle: Pick<SubtleCrypto, "digest"> | undefined = globalThis.crypto?.subtle;

/** False in a browser page that was not loaded securely: a shared store is then left out. */
export const canDigest: boolean = subtle !== undefined;

/**
 * Names something in a shared store: short, of one form, and without revealing what it stands for.
 *
 * @param parts - what has to be equal for two names to be
 * @returns 64 hexadecimal digits
 */
export async function digest(...parts: readonly string[]): Promise<string> {
  if (subtle === undefined) throw new Error("Web Crypto is not available here");
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  const hash = new Uint8Array(await subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
