import { signInError } from "../errors.ts";
import { scopesOf } from "../scope.ts";
import type { Need } from "./flight.ts";
import type { BegunSignIn } from "./grant.ts";
import { grantContext } from "./grant-context.ts";
import type { Session } from "./session.ts";

/**
 * The error of a request that needs a user when none may be asked.
 *
 * @param session - whose
 */
export function interactionRequired(session: Session): Error {
  const begin = session.interaction === "never" ? undefined : () => beginSignIn(session);
  const why = `a user has to${begin === undefined ? "" : ". Start it with `begin`"}`;
  return signInError("interaction_required", session.server, why, {
    status: session.challenge?.status,
    begin,
  });
}

/**
 * Starts a sign-in and resolves as soon as it is known where the user has to go. With a flow that brings the answer
 * back by itself, its end is waited for by nobody, and shows in the next request.
 *
 * @param session - whose
 */
export async function beginSignIn(session: Session): Promise<BegunSignIn> {
  const { grant } = session;
  if (grant.begin === undefined) {
    return new Promise((resolve, reject) => {
      const nothing = () =>
        reject(signInError("callback", session.server, "somebody is signed in already", {}));
      session.need({ ...signInNeed(session), onUrl: resolve }, undefined).then(nothing, reject);
    });
  }
  const { signal } = new AbortController();
  const need = signInNeed(session);
  const target = await session.cache.fresh(session.server, need.challenge, signal);
  const context = await grantContext(session, target, {
    used: need.used,
    before: undefined,
    required: () => need.required,
    challenged: () => scopesOf(need.challenge?.scope),
    signal,
  });
  return grant.begin(context);
}

/**
 * What a sign-in the application asked for goes by: the last refusal of the server, if there was one.
 *
 * @param session - whose
 */
export function signInNeed(session: Session): Need {
  const { challenge } = session;
  const required = challenge?.status === 403 ? scopesOf(challenge.scope) : [];
  // A token that nobody refused will do.
  const used = challenge === undefined ? undefined : session.held;
  return { reach: "ask", asked: true, used, challenge, required };
}
