import type { KeyAlgorithm } from "../crypto-types.ts";

const ALGORITHMS: Readonly<Record<string, KeyAlgorithm>> = {
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  ES384: { name: "ECDSA", namedCurve: "P-384" },
  ES512: { name: "ECDSA", namedCurve: "P-521" },
  Ed25519: { name: "Ed25519" },
  EdDSA: { name: "Ed25519" },
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  RS384: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-384" },
  RS512: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" },
  PS256: { name: "RSA-PSS", hash: "SHA-256" },
  PS384: { name: "RSA-PSS", hash: "SHA-384" },
  PS512: { name: "RSA-PSS", hash: "SHA-512" },
};

/**
 * What WebCrypto calls a JWS algorithm.
 *
 * @param name - such as `ES256`
 * @throws TypeError for a name that is not supported
 */
export function algorithmOf(name: string): KeyAlgorithm {
  const found = Object.hasOwn(ALGORITHMS, name) ? ALGORITHMS[name] : undefined;
  if (found === undefined)
    throw new TypeError(
      `The algorithm of a private key must be one of ${Object.keys(ALGORITHMS).join(", ")}`,
    );
  return found;
}
