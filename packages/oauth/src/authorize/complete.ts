import { recordOf } from "../session/record-of.ts";
import { tokensKey } from "../session/renewal.ts";
import type { Session } from "../session/session.ts";
import { write } from "../store/repository.ts";
import { callbackParams } from "./callback-params.ts";
import type { CodeClient } from "./code-client.ts";
import { finish } from "./finish.ts";

/**
 * Finishes a sign-in with the callback the application received, in this process or another one than it began in.
 *
 * @param session - takes the token into use
 * @param client - who this client is
 * @param callback - the whole of it, as {@link callbackParams} takes it
 * @throws as {@link finish}
 */
export async function complete(
  session: Session,
  client: CodeClient,
  callback: string | URL | URLSearchParams,
): Promise<void> {
  const { env } = session;
  const { target, granted } = await finish(env, callbackParams(callback), {
    server: session.knownServer,
    client: (known) => client.identify(env, known),
    prover: (known) => {
      session.attach(known.server);
      return session.prover(known);
    },
  });
  const record = recordOf(env, { target, ...granted, prover: await session.prover(target) });
  const key = await tokensKey(env, target, record.clientId);
  await env.store.withLock(key, () => write(env.store, "tokens", key, record));
  await session.adopt(record, target, true);
}
