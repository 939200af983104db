import { remove } from "../store/repository.ts";
import { tokensKey } from "./renewal.ts";
import type { Session } from "./session.ts";

/**
 * Forgets the tokens of a session, in memory and in the store.
 *
 * @param session - whose
 */
export async function forgetTokens(session: Session): Promise<void> {
  const { env, grant } = session;
  const target = await session.lastTarget();
  const client = target === undefined ? undefined : await grant.identify(env, target);
  session.drop();
  if (target === undefined || client === undefined) return;
  const key = await tokensKey(env, target, client.id);
  await env.store.withLock(key, () => remove(env.store, "tokens", key));
}
