import type { Target } from "../discovery/discover.ts";
import { keyedMutex } from "../store/mutex.ts";
import type { OAuthStore } from "../store/port.ts";
import type { TokenRecord } from "../store/records.ts";
import { read, write } from "../store/repository.ts";
import type { ClientIdentity } from "../token/client.ts";
import type { Flight } from "./flight.ts";
import { grantContext } from "./grant-context.ts";
import type { HeldToken } from "./held-token.ts";
import { recordOf } from "./record-of.ts";
import { renewUnderLock, tokensKey } from "./renewal.ts";
import type { Session } from "./session.ts";
import { interactionRequired } from "./sign-in.ts";

/** Providers that share a store take turns in asking the user about the same server. */
const turns = new WeakMap<OAuthStore, OAuthStore["withLock"]>();

/**
 * Gets a token: finds out by whom, renews what is stored, and asks the user when nothing else is left.
 *
 * @param session - whose token
 * @param flight - why, and how far to go
 * @param signal - aborted when nobody waits any more
 * @returns undefined when a `quiet` flight has nothing to renew by
 */
export async function runFlight(
  session: Session,
  flight: Flight,
  signal: AbortSignal,
): Promise<HeldToken | undefined> {
  const { env, grant, cache } = session;
  const { need } = flight;
  const target =
    need.reach === "quiet"
      ? await cache.current(session.server, signal)
      : await cache.fresh(session.server, need.challenge ?? session.challenge, signal);
  if (target === undefined) return undefined;
  const client = await grant.identify(env, target);
  if (grant.alone !== undefined) return grant.alone(session, flight, target, client, signal);
  const renewed = await renew(session, flight, target, client);
  if (renewed !== undefined || need.reach === "quiet") return renewed;
  const mayAsk = session.interaction === "auto" || need.asked === true;
  if (need.reach === "background" || !mayAsk) throw interactionRequired(session);
  return inTurn(session, signal, async () => {
    // Whoever had the turn before may have got what is needed here.
    const now = await grant.identify(env, target);
    return (
      (await renew(session, flight, target, now)) ?? (await obtain(session, flight, target, now, signal))
    );
  });
}

async function renew(
  session: Session,
  flight: Flight,
  target: Target,
  client: ClientIdentity | undefined,
): Promise<HeldToken | undefined> {
  if (client === undefined) return undefined;
  const { env, grant } = session;
  const renewed = await renewUnderLock({
    env,
    grant,
    target,
    client,
    prover: await session.prover(target),
    used: flight.need.used?.record,
    wanted: flight.required,
  });
  return renewed === undefined ? undefined : session.adopt(renewed.record, target, renewed.minted);
}

async function obtain(
  session: Session,
  flight: Flight,
  target: Target,
  client: ClientIdentity | undefined,
  signal: AbortSignal,
): Promise<HeldToken> {
  const { store } = session.env;
  const before =
    client && (await read(store, "tokens", await tokensKey(session.env, target, client.id)))?.value;
  return session.adopt(await ask(session, flight, target, undefined, before, signal), target, true);
}

/**
 * Has the grant get tokens, and stores them before anybody uses them.
 *
 * @param session - whose
 * @param flight - why
 * @param target - from whom
 * @param key - where to store, under a lock that is held already; undefined takes the lock
 * @param before - what the store had
 * @param signal - gives up
 */
export async function ask(
  session: Session,
  flight: Flight,
  target: Target,
  key: string | undefined,
  before: TokenRecord | undefined,
  signal: AbortSignal,
): Promise<TokenRecord> {
  const { env, grant } = session;
  const context = await grantContext(session, target, {
    used: flight.need.used,
    before,
    required: () => flight.required,
    challenged: () => flight.seal(),
    signal,
    onUrl: flight.need.onUrl,
  });
  const granted = await grant.obtain(context);
  const record = recordOf(env, { target, prover: context.prover, ...granted });
  const recordAt = key ?? (await tokensKey(env, target, granted.client.id));
  const store = () => write(env.store, "tokens", recordAt, record);
  await (key === undefined ? env.store.withLock(recordAt, store) : store());
  return record;
}

function inTurn<T>(session: Session, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  const { store, account } = session.env;
  const turn = turns.get(store) ?? keyedMutex();
  turns.set(store, turn);
  return turn(`${session.server} ${account}`, run, { signal });
}
