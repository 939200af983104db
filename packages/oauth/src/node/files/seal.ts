import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Makes text unreadable without the key, and tied to the record it belongs to. */
export interface Seal {
  /** Encrypts; `name` has to be the same to decrypt. */
  close(text: string, name: string): Promise<string>;
  /** Decrypts; undefined for another key, another record, or a damaged text. */
  open(sealed: string, name: string): Promise<string | undefined>;
}

/** The key of an encrypted store: 32 bytes, or how to get them, such as from the system's keychain. */
export type SealKey = Uint8Array | (() => Uint8Array | Promise<Uint8Array>);

/**
 * Encrypts with AES-256-GCM; the record's name is authenticated with it, so that files cannot be swapped.
 *
 * @param key - 32 random bytes
 */
export function sealWith(key: SealKey): Seal {
  let known: Promise<Uint8Array> | undefined;
  const material = (): Promise<Uint8Array> => {
    known ??= (async () => checked(typeof key === "function" ? await key() : key))();
    // A keychain that was locked may be unlocked the next time.
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
  return {
    async close(text, name) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, await material(), nonce);
      cipher.setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    async open(sealed, name) {
      const secret = await material();
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(name));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}

function checked(key: Uint8Array): Uint8Array {
  if (key.byteLength !== 32) throw new TypeError("The key of an encrypted store must be 32 bytes");
  return key;
}
