import type { Target } from "../discovery/discover.ts";
import type { Prover } from "../dpop/port.ts";
import type { Environment } from "../environment.ts";
import type { ClientIdentity } from "../token/client.ts";
import type { TokenSet } from "../token/response.ts";
import type { Flight } from "./flight.ts";
import type { HeldToken } from "./held-token.ts";
import type { Session } from "./session.ts";

/** What a grant may use to get tokens. */
export interface GrantContext {
  readonly env: Environment;
  readonly target: Target;
  readonly prover: Prover | undefined;
  readonly signal: AbortSignal;
  /**
   * What to ask for, called once, as late as possible: requests that want more join in until then.
   *
   * @param choice - what the application configured, and whether offline access may be added
   */
  readonly scopes: (choice: {
    readonly override?: readonly string[] | undefined;
    readonly add?: readonly string[] | undefined;
    readonly offline?: boolean | undefined;
  }) => readonly string[];
  /** Told where the user is sent, for those who asked to begin and not to wait. */
  readonly onUrl?: ((begun: BegunSignIn) => void) | undefined;
}

/** A sign-in that waits for the user. */
export interface BegunSignIn {
  /** Where the user has to go. */
  readonly url: string;
  /** Epoch milliseconds after which the answer is refused. */
  readonly expiresAt: number;
}

/** What a grant got. */
export interface Granted {
  readonly tokens: TokenSet;
  readonly client: ClientIdentity;
  /** What was asked for. */
  readonly requested: readonly string[];
}

/** One way of getting tokens. What it has in common with the others (when, for whom, how often) is the session's. */
export interface Grant {
  /** Needs an authorization server with S256. */
  readonly pkce: boolean;
  /** A user takes part: refresh tokens come first, the interaction mode is obeyed, and scopes can be widened. */
  readonly interactive: boolean;
  /** The configured client, whose secret belongs to one authorization server only. */
  readonly boundClientId: string | undefined;
  /**
   * Who this client is there, as far as that is known without asking anybody.
   *
   * @param target - the authorization server
   */
  identify(env: Environment, target: Target): Promise<ClientIdentity | undefined>;
  /** Gets tokens without a refresh token. */
  obtain(context: GrantContext): Promise<Granted>;
  /** Without a user: obtaining takes the place of refreshing. */
  readonly alone?:
    | ((
        session: Session,
        flight: Flight,
        target: Target,
        client: ClientIdentity | undefined,
        signal: AbortSignal,
      ) => Promise<HeldToken>)
    | undefined;
  /** Starts what another call, or another process, will complete. */
  readonly begin?: ((context: GrantContext) => Promise<BegunSignIn>) | undefined;
  /** Forgets a client the authorization server no longer knows. */
  forget?(env: Environment, target: Target, client: ClientIdentity): Promise<void>;
}
