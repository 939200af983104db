import type { SigningKeyPair } from "../crypto-types.ts";
import { generateKeyPair } from "../oauth4webapi.ts";

/** Algorithms a DPoP key can have, best first. */
const ALGORITHMS = ["ES256", "Ed25519", "ES384", "PS256", "RS256"];

/**
 * Chooses the algorithm of a DPoP key.
 *
 * @param listed - `dpop_signing_alg_values_supported`
 */
export function signingAlgorithm(listed: readonly string[] | undefined): string {
  return ALGORITHMS.find((name) => listed?.includes(name)) ?? "ES256";
}

/**
 * Makes a key pair for signing.
 *
 * @param algorithm - a JWS algorithm
 * @param extractable - whether its private half can be written down
 */
export async function newSigningKey(algorithm: string, extractable: boolean): Promise<SigningKeyPair> {
  return generateKeyPair(algorithm, { extractable });
}
