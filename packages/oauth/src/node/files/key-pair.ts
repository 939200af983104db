import type { webcrypto } from "node:crypto";
import type { JsonObject } from "@snodo/protocol";
import type { SigningKeyPair } from "../../crypto-types.ts";
import { newSigningKey } from "../../dpop/signing-key.ts";
import type { OAuthStore } from "../../store/port.ts";
import { algorithmOf } from "../../token/algorithms.ts";

/**
 * Makes the `keyPair` of a store out of its other methods: keys are records too.
 *
 * @param store - where they are kept
 */
export function keepsKeys(store: Omit<OAuthStore, "keyPair">): NonNullable<OAuthStore["keyPair"]> {
  return (name, algorithm) => {
    const id = `${algorithm} ${name}`;
    return store.withLock(`key ${id}`, async () => {
      const found = await store.get("key", id);
      const known = found === undefined ? undefined : await readPair(found.value, algorithm);
      if (known !== undefined) return known;
      const made = await newSigningKey(algorithm, true);
      const [privateKey, publicKey] = await Promise.all([
        crypto.subtle.exportKey("jwk", made.privateKey as webcrypto.CryptoKey),
        crypto.subtle.exportKey("jwk", made.publicKey as webcrypto.CryptoKey),
      ]);
      await store.set("key", id, { schema: 1, algorithm, privateKey, publicKey });
      return made;
    });
  };
}

async function readPair(value: JsonObject, algorithm: string): Promise<SigningKeyPair | undefined> {
  const { privateKey, publicKey } = value as Readonly<Record<string, webcrypto.JsonWebKey>>;
  if (privateKey === undefined || publicKey === undefined) return undefined;
  const use = algorithmOf(algorithm);
  try {
    return {
      privateKey: await crypto.subtle.importKey("jwk", privateKey, use, false, ["sign"]),
      publicKey: await crypto.subtle.importKey("jwk", publicKey, use, true, ["verify"]),
    };
  } catch {
    // A damaged key is replaced; what was bound to it needs a new sign-in.
    return undefined;
  }
}
