import type { Session } from "./session.ts";

/** What is known of a sign-in; no secret is among it. */
export interface SignInStatus {
  /** The authorization server that issued the token. */
  readonly issuer: string;
  readonly clientId: string;
  /** What was granted, as far as is known. */
  readonly scopes: readonly string[];
  /** Epoch milliseconds; undefined when the token is used until it is refused. */
  readonly expiresAt: number | undefined;
  /** Whether it can be renewed without the user. */
  readonly renewable: boolean;
}

/**
 * Says what is known of a sign-in, from memory and the store. Nothing is sent.
 *
 * @param session - whose
 * @returns undefined when nobody is signed in
 */
export async function signInStatus(session: Session): Promise<SignInStatus | undefined> {
  const held = await session.current();
  if (held === undefined) return undefined;
  const { issuer, clientId, expiresAt, refreshToken } = held.record;
  return { issuer, clientId, scopes: held.scopes, expiresAt, renewable: refreshToken !== undefined };
}
