import type { Environment } from "../environment.ts";

/** Binds tokens to a key (RFC 9449). Made by `dpop` of `@snodo/oauth/dpop`. */
export interface Dpop {
  /** True: tokens that are not bound are refused. */
  readonly required: boolean;
  /** Starts for one provider; `name` tells its key from those of others in the store. */
  open(env: Environment, name: () => Promise<string>): DpopSession;
}

/** The keys and nonces of one provider. */
export interface DpopSession {
  /** Remembers a `DPoP-Nonce`; undefined and null change nothing. */
  note(url: string, nonce: string | null | undefined): void;
  /** What signs for an authorization server that lists these algorithms. */
  choose(listed: readonly string[] | undefined): Promise<Prover>;
  /** What signs for a token that was bound with this algorithm. */
  prover(algorithm: string): Promise<Prover>;
}

/** Writes proofs with one key. */
export interface Prover {
  readonly algorithm: string;
  /** As of the session. */
  note(url: string, nonce: string | null | undefined): void;
  /**
   * The headers of one request: a proof made for this attempt only, and the token it goes with, if any.
   *
   * @param request - its method and URL
   * @param token - the access token, in clear; none at a token endpoint
   */
  headers(
    request: { readonly url: string; readonly method: string },
    token?: string,
  ): Promise<Readonly<Record<string, string>>>;
}
