import { publicUrl } from "@snodo/protocol";
import type { Target } from "../discovery/discover.ts";
import type { Prover } from "../dpop/port.ts";
import type { Environment } from "../environment.ts";
import { isAuthorizationError } from "../errors.ts";
import { coversScopes, scopesOf } from "../scope.ts";
import { recordKey } from "../store/keys.ts";
import type { TokenRecord } from "../store/records.ts";
import { type Read, read, remove, write } from "../store/repository.ts";
import type { ClientIdentity } from "../token/client.ts";
import { askTokenEndpoint } from "../token/endpoint.ts";
import type { Grant } from "./grant.ts";
import { recordOf } from "./record-of.ts";

/** One attempt to renew without a user. */
export interface Renewal {
  readonly env: Environment;
  readonly grant: Grant;
  readonly target: Target;
  readonly client: ClientIdentity;
  readonly prover: Prover | undefined;
  /** The token that was refused or ran out. */
  readonly used: TokenRecord | undefined;
  /** Scopes a stored token must have to be taken; with any, no refresh is tried, which never widens. */
  readonly wanted: readonly string[];
}

/** A token, and whether it was issued just now. */
export interface Renewed {
  readonly record: TokenRecord;
  readonly minted: boolean;
}

/** The key of the tokens of one (issuer, client, resource, account). */
export function tokensKey(env: Environment, target: Target, clientId: string): Promise<string> {
  return recordKey(
    "tokens",
    target.metadata.issuer,
    clientId,
    target.resource ?? target.audience,
    env.account,
  );
}

/**
 * Decides, refreshes and stores under one lock, which other processes sharing the store respect: whoever comes second
 * finds the first one's token instead of replaying a refresh token that was rotated.
 *
 * @param renewal - see {@link Renewal}
 * @returns undefined when there is nothing to renew by
 * @throws McpError `authorization`: `token_request` when it may work later, with everything stored kept
 */
export async function renewUnderLock(renewal: Renewal): Promise<Renewed | undefined> {
  const { env, target, client } = renewal;
  const key = await tokensKey(env, target, client.id);
  // The caller's signal is not passed on: a refresh that is cut off may have rotated the token already.
  return env.store.withLock(key, () => renewHolding(renewal, key));
}

async function renewHolding(renewal: Renewal, key: string): Promise<Renewed | undefined> {
  const { env } = renewal;
  const stored = await read(env.store, "tokens", key);
  if (stored !== undefined && isNewer(renewal, stored.value)) return { record: stored.value, minted: false };
  const refreshToken = stored?.value.refreshToken;
  if (stored === undefined || refreshToken === undefined || renewal.wanted.length > 0) return undefined;
  try {
    const record = await refresh(renewal, stored.value, refreshToken);
    await write(env.store, "tokens", key, record);
    return { record, minted: true };
  } catch (thrown) {
    if (!isAuthorizationError(thrown, "token_request") || thrown.reason.retryable) throw thrown;
    return afterRefusal(renewal, key, stored, thrown.reason.error);
  }
}

/** Somebody else got this token meanwhile, and it will do. */
function isNewer({ env, used, wanted }: Renewal, stored: TokenRecord): boolean {
  if (stored.accessToken === used?.accessToken) return false;
  if (stored.expiresAt !== undefined && stored.expiresAt <= env.now()) return false;
  return coversScopes(scopesOf(stored.granted ?? stored.requested), wanted);
}

async function refresh(renewal: Renewal, before: TokenRecord, refreshToken: string): Promise<TokenRecord> {
  const { env, target, client, prover } = renewal;
  const tokens = await askTokenEndpoint(env, {
    attempt: `Cannot refresh the token for ${publicUrl(target.server)}`,
    target,
    client,
    grantType: "refresh_token",
    parameters: { refresh_token: refreshToken, resource: target.resource },
    prover,
  });
  return recordOf(env, { target, client, tokens, prover, requested: [], before });
}

async function afterRefusal(
  renewal: Renewal,
  key: string,
  stored: Read<"tokens">,
  error: string | undefined,
): Promise<Renewed | undefined> {
  const { env, grant, target, client } = renewal;
  if (error === "invalid_grant") {
    const now = await read(env.store, "tokens", key);
    if (now !== undefined && now.value.refreshToken !== stored.value.refreshToken) {
      if (isNewer(renewal, now.value)) return { record: now.value, minted: false };
      return undefined;
    }
    // Exactly the record that was refused, should a store without locks let another one in.
    await remove(env.store, "tokens", key, stored.version);
  }
  if ((error === "invalid_client" || error === "unauthorized_client") && client.source === "dynamic") {
    await grant.forget?.(env, target, client);
  }
  return undefined;
}
