import type { SigningKeyPair } from "../crypto-types.ts";
import type { Environment } from "../environment.ts";
import { authError } from "../errors.ts";
import {
  allowInsecureRequests,
  clockSkew,
  customFetch,
  DPoP,
  genericTokenEndpointRequest,
  modifyAssertion,
  None,
  protectedResourceRequest,
} from "../oauth4webapi.ts";
import type { NonceJar } from "./nonces.ts";
import type { Prover } from "./port.ts";

/**
 * Makes a prover.
 *
 * @param env - the wall clock, so that proofs are dated by it
 * @param keys - the key tokens will be bound to
 * @param algorithm - its JWS algorithm
 * @param nonces - shared by everything that talks to the same servers
 */
export function proverOf(
  env: Environment,
  keys: SigningKeyPair,
  algorithm: string,
  nonces: NonceJar,
): Prover {
  const client = { client_id: "-", [clockSkew]: Math.round((env.now() - Date.now()) / 1000) };
  const handle = DPoP(client, keys as CryptoKeyPair, {
    [modifyAssertion](_header, payload) {
      const nonce = typeof payload["htu"] === "string" ? nonces.for(payload["htu"]) : undefined;
      if (nonce !== undefined) payload["nonce"] = nonce;
    },
  });
  return {
    algorithm,
    note: (url, nonce) => nonces.note(url, nonce),
    async headers(request, token) {
      let sent: Readonly<Record<string, string>> = {};
      // The library writes proofs as part of a request; the request itself is made elsewhere.
      const options = {
        DPoP: handle,
        [customFetch]: (_url: string, init: { readonly headers: Record<string, string> }) => {
          sent = init.headers;
          return Promise.resolve(new Response());
        },
        [allowInsecureRequests]: true,
      };
      const { url, method } = request;
      try {
        if (token === undefined) {
          const server = { issuer: url, token_endpoint: url };
          await genericTokenEndpointRequest(server, client, None(), "-", new URLSearchParams(), options);
        } else {
          await protectedResourceRequest(token, method, new URL(url), undefined, undefined, options);
        }
      } catch {
        throw authError("token_request", "Cannot sign a DPoP proof: the key of this client cannot be used.");
      }
      const { authorization, dpop = "" } = sent;
      return token === undefined || authorization === undefined ? { dpop } : { authorization, dpop };
    },
  };
}
