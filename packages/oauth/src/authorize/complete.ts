import { recordOf } from "../session/record-of.ts";
import { tokensKey } from "../session/renewal.ts";
import type { Session } from "../session/session.ts";
import { write } from "../store/repository.ts";
import type { CodeClient } from "./code-client.ts";
import { finish } from "./finish.ts";

/**
 * Finishes a sign-in with the callback the application received, in this process or another one than it began in.
 *
 * @param session - takes the token into use
 * @param client - who this client is
 * @param params - every parameter of the callback
 * @throws as {@link finish}
 */
export async function complete(session: Session, client: CodeClient, params: URLSearchParams): Promise<void> {
  const { env } = session;
  const { target, granted } = await finish(env, params, {
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

/**
 * The parameters of a callback, however the application has them.
 *
 * @param callback - the whole URL, its query string, or its parameters
 */
export function callbackParams(callback: string | URL | URLSearchParams): URLSearchParams {
  if (callback instanceof URLSearchParams) return callback;
  const text = String(callback).trim();
  return new URLSearchParams(text.slice(text.indexOf("?") + 1).split("#")[0]);
}
