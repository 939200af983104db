import { publicUrl } from "@snodo/protocol";
import type { Target } from "../discovery/discover.ts";
import type { Prover } from "../dpop/port.ts";
import type { Environment } from "../environment.ts";
import { signInError } from "../errors.ts";
import { SCHEMA, type TokenRecord } from "../store/records.ts";
import type { ClientIdentity } from "../token/client.ts";
import type { TokenSet } from "../token/response.ts";

/** What a token record is made of. */
export interface RecordInputs {
  readonly target: Target;
  readonly client: ClientIdentity;
  readonly tokens: TokenSet;
  readonly prover: Prover | undefined;
  readonly requested: readonly string[];
  /** The record a refresh started from: what the answer leaves out stays as it was. */
  readonly before?: TokenRecord | undefined;
}

/**
 * Makes the record of an answer.
 *
 * @param env - the wall clock, and whether unbound tokens are accepted
 * @param inputs - see {@link RecordInputs}
 * @throws McpError `authorization` (`token_request`) for a token whose binding does not fit
 */
export function recordOf(env: Environment, inputs: RecordInputs): TokenRecord {
  const { target, client, tokens, prover, before } = inputs;
  checkScheme(env, inputs);
  const now = env.now();
  const requested = inputs.requested.join(" ");
  return {
    schema: SCHEMA,
    // From the metadata, never from the answer: a server must not file its tokens under another's name.
    issuer: target.metadata.issuer,
    clientId: client.id,
    resource: target.resource,
    audience: target.audience,
    accessToken: tokens.accessToken.reveal(),
    refreshToken: tokens.refreshToken?.reveal() ?? before?.refreshToken,
    scheme: tokens.scheme,
    granted: tokens.granted ?? before?.granted,
    requested: requested === "" ? before?.requested : requested,
    issuedAt: now,
    expiresAt: tokens.expiresIn === undefined ? undefined : now + tokens.expiresIn,
    algorithm: tokens.scheme === "DPoP" ? prover?.algorithm : undefined,
  };
}

function checkScheme(env: Environment, { target, tokens, prover }: RecordInputs): void {
  const bound = tokens.scheme === "DPoP";
  if (bound ? prover !== undefined : env.dpop?.required !== true) return;
  const { issuer } = target.metadata;
  const why = `${publicUrl(issuer)} gave a token that is ${bound ? "bound to another key" : "not bound to a key"}`;
  throw signInError("token_request", target.server, why, { issuer, error: "dpop" });
}
