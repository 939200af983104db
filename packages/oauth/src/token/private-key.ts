import { type McpError, messageOf } from "@snodo/protocol";
import type { Jwk, SigningKey } from "../crypto-types.ts";
import { authError } from "../errors.ts";
import { clockSkew, PrivateKeyJwt } from "../oauth4webapi.ts";
import { algorithmOf } from "./algorithms.ts";
import type { ClientAssertion } from "./client.ts";

interface AssertionKey {
  readonly key: CryptoKey;
  readonly kid?: string | undefined;
}

/** A private key: a `CryptoKey` that can sign, a JWK, or PKCS#8 in PEM. */
export type PrivateKeyInput = SigningKey | Jwk | string;

/** How a private key is to be used. */
export interface PrivateKeyOptions {
  /** A JWS algorithm, such as `ES256` or `RS256`; by default it is read from the key. */
  readonly algorithm?: string | undefined;
  /** Put into the header of each assertion, for servers that know several keys of the client. */
  readonly keyId?: string | undefined;
}

/** Tried in turn on a PEM whose kind is not stated: each accepts one kind of key only. */
const GUESSES = ["ES256", "ES384", "ES512", "Ed25519", "RS256"];

/**
 * Proves who a client is by a JWT it signs (`private_key_jwt`): issuer and subject are the client id, the audience is the
 * issuer of the authorization server, and it is good for a minute.
 * spec: RFC 7523; ext-auth, OAuth client credentials.
 *
 * @param input - the private key
 * @param options - its algorithm and id
 * @returns what the `clientAssertion` option takes; a key that cannot be used shows in the first request, as McpError
 *   `authorization` (`token_request`)
 */
export function privateKeyJwt(input: PrivateKeyInput, options: PrivateKeyOptions = {}): ClientAssertion {
  let key: Promise<AssertionKey> | undefined;
  return {
    async authenticate({ issuer, clientId, body, headers, now }) {
      key ??= importPrivateKey(input, options);
      const { key: signer, kid } = await key.catch((error: unknown) => {
        throw unusable(error);
      });
      const client = { client_id: clientId, [clockSkew]: Math.round((now - Date.now()) / 1000) };
      const sign = PrivateKeyJwt(kid === undefined ? { key: signer } : { key: signer, kid });
      await sign({ issuer }, client, body, headers);
    },
  };
}

/** The messages below hold nothing of the key. */
function unusable(error: unknown): McpError {
  return authError("token_request", `Cannot sign a client assertion: ${messageOf(error)}.`, {
    error: "private_key",
  });
}

/**
 * Imports a private key for client assertions.
 *
 * @param input - the key
 * @param options - algorithm and key id
 * @throws TypeError, without a word of the key in it, when it cannot be used
 */
async function importPrivateKey(
  input: PrivateKeyInput,
  options: PrivateKeyOptions = {},
): Promise<AssertionKey> {
  const { algorithm, keyId } = options;
  if (typeof input === "string") return { key: await importPem(input, algorithm), kid: keyId };
  if (isCryptoKey(input)) {
    if (input.type !== "private") throw new TypeError("privateKey must be a private key");
    return { key: input, kid: keyId };
  }
  const { key_ops: _keyOps, use: _use, alg, ...jwk } = input as Jwk;
  const name = algorithm ?? alg ?? jwkAlgorithm(jwk);
  const target = algorithmOf(name);
  const key = await attempt(() => crypto.subtle.importKey("jwk", jwk as JsonWebKey, target, false, ["sign"]));
  if (key === undefined) throw new TypeError(`privateKey is no JWK of a private key for ${name}`);
  return { key, kid: keyId ?? jwk.kid };
}

async function importPem(pem: string, algorithm: string | undefined): Promise<CryptoKey> {
  const body = /-----BEGIN PRIVATE KEY-----([\s\S]+?)-----END PRIVATE KEY-----/.exec(pem)?.[1];
  if (body === undefined)
    throw new TypeError("privateKey must be PKCS#8 in PEM: -----BEGIN PRIVATE KEY-----");
  const bytes = await attempt(async () =>
    Uint8Array.from(atob(body.replace(/\s/g, "")), (c) => c.charCodeAt(0)),
  );
  for (const name of bytes === undefined ? [] : algorithm === undefined ? GUESSES : [algorithm]) {
    const target = algorithmOf(name);
    const key = await attempt(() =>
      crypto.subtle.importKey("pkcs8", bytes as BufferSource, target, false, ["sign"]),
    );
    if (key !== undefined) return key;
  }
  throw new TypeError(`privateKey cannot be imported${algorithm === undefined ? "" : ` for ${algorithm}`}`);
}

/** Import errors may quote the key, so only the fact is kept. */
async function attempt<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch {
    return undefined;
  }
}

function jwkAlgorithm({ kty, crv }: Pick<Jwk, "kty" | "crv">): string {
  if (kty === "RSA") return "RS256";
  if (kty === "OKP") return "Ed25519";
  return crv === "P-384" ? "ES384" : crv === "P-521" ? "ES512" : "ES256";
}

function isCryptoKey(value: object): value is CryptoKey {
  return Object.prototype.toString.call(value) === "[object CryptoKey]";
}
