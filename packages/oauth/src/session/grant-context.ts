import type { Target } from "../discovery/discover.ts";
import { chooseScopes, scopesOf, unionOf } from "../scope.ts";
import type { TokenRecord } from "../store/records.ts";
import type { BegunSignIn, GrantContext } from "./grant.ts";
import type { HeldToken } from "./held-token.ts";
import type { Session } from "./session.ts";

/** What the scopes of a request follow from. */
export interface ContextInputs {
  /** The token that did not do. */
  readonly used: HeldToken | undefined;
  /** What the store had for the same client. */
  readonly before: TokenRecord | undefined;
  /** Scopes the server insists on, on top of everything asked for before. */
  readonly required: () => readonly string[];
  /** Scopes of the challenge. */
  readonly challenged: () => readonly string[];
  readonly signal: AbortSignal;
  readonly onUrl?: ((begun: BegunSignIn) => void) | undefined;
}

/**
 * Puts together what a grant works with.
 *
 * @param session - whose token
 * @param target - who issues it
 * @param inputs - see {@link ContextInputs}
 */
export async function grantContext(
  session: Session,
  target: Target,
  inputs: ContextInputs,
): Promise<GrantContext> {
  const { used, before } = inputs;
  return {
    env: session.env,
    target,
    prover: await session.prover(target),
    signal: inputs.signal,
    onUrl: inputs.onUrl,
    scopes(choice) {
      const earlier = unionOf(
        used?.requested ?? [],
        used?.scopes ?? [],
        scopesOf(before?.requested),
        scopesOf(before?.granted),
      );
      const challenged = inputs.challenged();
      const required = inputs.required();
      return chooseScopes({
        override: choice.override,
        add: unionOf(choice.add ?? [], required),
        challenged,
        resourceScopes: target.scopes,
        // What was configured replaces the rest, until the server insists on more.
        earlier: choice.override === undefined || required.length > 0 ? earlier : [],
        offline: choice.offline,
      });
    },
  };
}
