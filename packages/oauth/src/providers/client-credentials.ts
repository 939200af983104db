import type { TokenProvider } from "@snodo/protocol";
import type { CommonOptions } from "../environment.ts";
import type { ClientOptions } from "./configured-client.ts";
import { machineProvider } from "./machine.ts";

/** Options of {@link clientCredentials}. */
export interface ClientCredentialsOptions extends CommonOptions, ClientOptions {
  readonly clientId: string;
  /** What to ask for instead of what the server's challenge and metadata say. */
  readonly scopes?: readonly string[] | undefined;
}

/**
 * Signs a machine in with its own credentials: a secret, or a key (`private_key_jwt`).
 *
 * How the secret is sent follows the authorization server's metadata: Basic, else the body.
 * spec: ext-auth, OAuth client credentials; RFC 6749 section 4.4, RFC 7523.
 *
 * @param options - client and server; give `issuer` so that the secret cannot be asked for by another server
 * @returns a provider whose calls reject with McpError `authorization`: `discovery_failed`, `issuer_mismatch`,
 *   `resource_mismatch`, `token_request`, `insufficient_scope`, `unauthorized_after_auth`, `blocked_url`, `store`
 * @throws TypeError for credentials that cannot be used
 */
export function clientCredentials(options: ClientCredentialsOptions): TokenProvider {
  if (options.clientSecret === undefined && options.clientAssertion === undefined) {
    throw new TypeError("clientCredentials needs a clientSecret or a clientAssertion");
  }
  return machineProvider(
    options,
    async ({ target }, scopes) => ({
      grantType: "client_credentials",
      parameters: { resource: target.resource, scope: scopes.length === 0 ? undefined : scopes.join(" ") },
    }),
    options.scopes,
  );
}
