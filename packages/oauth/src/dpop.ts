import type { SigningKeyPair } from "./crypto-types.ts";
import { NonceJar } from "./dpop/nonces.ts";
import type { Dpop, Prover } from "./dpop/port.ts";
import { proverOf } from "./dpop/prover.ts";
import { newSigningKey, signingAlgorithm } from "./dpop/signing-key.ts";
import type { OAuthStore } from "./store/port.ts";

export type { SigningKey, SigningKeyPair } from "./crypto-types.ts";
export { indexedDbKeys } from "./dpop/indexed-db-keys.ts";
export type { Dpop, DpopSession, Prover } from "./dpop/port.ts";

/** Keeps a signing key by name. */
export type KeyStore = (name: string, algorithm: string) => Promise<SigningKeyPair>;

/** Options of {@link dpop}. */
export interface DpopOptions {
  /** True refuses tokens that are not bound; by default a token is bound where the server asks for it. */
  readonly required?: boolean | undefined;
  /** Where keys are kept: by default in the store if it can, else as long as the store lives. */
  readonly keys?: KeyStore | undefined;
}

/** Keys of stores that cannot keep any: whoever shares the tokens has to share them too. */
const besideStores = new WeakMap<OAuthStore, Map<string, Promise<SigningKeyPair>>>();

/**
 * Binds tokens to a key of this client, so that a stolen token is of no use: a proof goes with every token request and
 * every request to the MCP server.
 * spec: RFC 9449; SEP-1932.
 *
 * @param options - whether to insist, and where keys are kept
 * @returns what the `dpop` option of every provider takes
 */
export function dpop(options: DpopOptions = {}): Dpop {
  return {
    required: options.required === true,
    open(env, name) {
      const nonces = new NonceJar();
      const provers = new Map<string, Promise<Prover>>();
      const { store } = env;
      const keys = options.keys ?? store.keyPair?.bind(store) ?? ((id, kind) => keyBeside(store, id, kind));
      const prover = (algorithm: string): Promise<Prover> => {
        const made =
          provers.get(algorithm) ??
          name()
            .then((id) => keys(id, algorithm))
            .then((pair) => proverOf(env, pair, algorithm, nonces));
        provers.set(algorithm, made);
        // A key that could not be had now may be had later.
        made.catch(() => provers.delete(algorithm));
        return made;
      };
      return {
        note: (url, nonce) => nonces.note(url, nonce),
        choose: (listed) => prover(signingAlgorithm(listed)),
        prover,
      };
    },
  };
}

function keyBeside(store: OAuthStore, name: string, algorithm: string): Promise<SigningKeyPair> {
  const keys = besideStores.get(store) ?? new Map<string, Promise<SigningKeyPair>>();
  besideStores.set(store, keys);
  const id = `${algorithm} ${name}`;
  const pair = keys.get(id) ?? newSigningKey(algorithm, false);
  keys.set(id, pair);
  return pair;
}
