import type { Challenge } from "@snodo/protocol";
import { scopesOf, unionOf } from "../scope.ts";
import type { BegunSignIn } from "./grant.ts";
import type { HeldToken } from "./held-token.ts";
import { SharedTask } from "./shared-task.ts";

/**
 * How far a renewal may go: `quiet` only refreshes, `background` reports that a user is needed, `ask` asks the user.
 */
type Reach = "quiet" | "background" | "ask";

/** Why a token is needed. */
export interface Need {
  readonly reach: Reach;
  /** True when the application asked for a sign-in, and so for the user. */
  readonly asked?: boolean | undefined;
  /** The token that was refused or is running out. */
  readonly used: HeldToken | undefined;
  readonly challenge: Challenge | undefined;
  /** Scopes of an `insufficient_scope` challenge; with any, a user has to consent to more. */
  readonly required: readonly string[];
  readonly onUrl?: ((begun: BegunSignIn) => void) | undefined;
}

const ORDER: readonly Reach[] = ["quiet", "background", "ask"];

/** One renewal that all who need a token wait for. What is asked for can grow until it is asked. */
export class Flight {
  readonly need: Need;
  readonly task: SharedTask<HeldToken | undefined>;
  #required: readonly string[];
  #sealed = false;

  constructor(need: Need, run: (flight: Flight, signal: AbortSignal) => Promise<HeldToken | undefined>) {
    this.need = need;
    this.#required = need.required;
    this.task = new SharedTask((signal) => run(this, signal));
  }

  /** Everything the joined challenges require. */
  get required(): readonly string[] {
    return this.#required;
  }

  /** The scopes of the challenges; from here on nothing is added. */
  seal(): readonly string[] {
    this.#sealed = true;
    return unionOf(this.#required, scopesOf(this.need.challenge?.scope));
  }

  /** Adds a need to this flight, if it is not too late and not beyond its reach. */
  admits(need: Need): boolean {
    if (this.task.abandoned) return false;
    if (ORDER.indexOf(need.reach) > ORDER.indexOf(this.need.reach)) return false;
    const widens = need.required.length > 0;
    // One that refreshes gives no further scopes, whatever is added to it.
    if (widens && this.need.required.length === 0) return false;
    const missing = need.required.some((scope) => !this.#required.includes(scope));
    if (missing && this.#sealed) return false;
    this.#required = unionOf(this.#required, need.required);
    return true;
  }
}
