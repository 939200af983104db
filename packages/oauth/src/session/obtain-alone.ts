import type { Target } from "../discovery/discover.ts";
import { read } from "../store/repository.ts";
import type { ClientIdentity } from "../token/client.ts";
import type { Flight } from "./flight.ts";
import type { HeldToken } from "./held-token.ts";
import { tokensKey } from "./renewal.ts";
import { ask } from "./run-flight.ts";
import type { Session } from "./session.ts";

/** A grant without a user is its own refresh, so it runs under the lock that a refresh would take. */
export async function obtainAlone(
  session: Session,
  flight: Flight,
  target: Target,
  client: ClientIdentity | undefined,
  signal: AbortSignal,
): Promise<HeldToken> {
  const { env } = session;
  const used = flight.need.used?.record;
  const key = await tokensKey(env, target, client?.id ?? "");
  const { record, minted } = await env.store.withLock(
    key,
    async () => {
      const stored = (await read(env.store, "tokens", key))?.value;
      const newer = stored !== undefined && stored.accessToken !== used?.accessToken;
      if (newer && (stored.expiresAt === undefined || stored.expiresAt > env.now())) {
        return { record: stored, minted: false };
      }
      return { record: await ask(session, flight, target, key, undefined, signal), minted: true };
    },
    { signal },
  );
  return session.adopt(record, target, minted);
}
