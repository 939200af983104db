import { randomText, sha256 } from "../encoding.ts";
import type { Environment } from "../environment.ts";
import type { GrantContext } from "../session/grant.ts";
import { recordKey } from "../store/keys.ts";
import { type PendingRecord, SCHEMA } from "../store/records.ts";
import { read, remove, write } from "../store/repository.ts";
import type { ClientIdentity } from "../token/client.ts";
import { authorizationUrl } from "./authorization-url.ts";

/** A sign-in that was recorded and can be sent off. */
export interface Departure {
  readonly state: string;
  readonly url: URL;
  readonly pending: PendingRecord;
}

/**
 * Records a sign-in before the user leaves: what is not recorded now cannot be checked when they come back.
 *
 * @param context - where to
 * @param trip - as whom, to come back where, by when
 */
export async function depart(
  context: GrantContext,
  trip: {
    readonly client: ClientIdentity;
    readonly redirectUri: string;
    readonly scopes: readonly string[];
    readonly expiresAt: number;
  },
): Promise<Departure> {
  const { env, target } = context;
  const state = randomText();
  const verifier = randomText();
  const pending: PendingRecord = {
    schema: SCHEMA,
    target,
    clientId: trip.client.id,
    redirectUri: trip.redirectUri,
    verifier,
    requested: trip.scopes.join(" "),
    expiresAt: trip.expiresAt,
  };
  const url = authorizationUrl(env, pending, state, await sha256(verifier));
  await write(env.store, "pending", await pendingKey(env, state), pending);
  return { state, url, pending };
}

/**
 * Takes a recorded sign-in: whoever comes second finds none, however close. One that another account began, or that is
 * for another server, is left where it is.
 *
 * @param env - store and account
 * @param state - the `state` that came back
 * @param server - the MCP server, if one is known already
 */
export async function arrive(
  env: Environment,
  state: string,
  server?: string,
): Promise<PendingRecord | undefined> {
  const key = await pendingKey(env, state);
  const found = await read(env.store, "pending", key);
  if (found === undefined || (server !== undefined && server !== found.value.target.server)) return undefined;
  return (await remove(env.store, "pending", key)) ? found.value : undefined;
}

/** Who leads others to the callback of a sign-in of his own must not sign them in as himself. */
function pendingKey({ account }: Environment, state: string): Promise<string> {
  return recordKey("pending", state, account);
}
