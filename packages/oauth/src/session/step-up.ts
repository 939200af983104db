import { publicUrl } from "@snodo/protocol";
import { authError, peerText } from "../errors.ts";
import { coversScopes } from "../scope.ts";

/** Most step-ups for one operation, as long as the provider lives. */
const MAX_STEP_UPS = 3;
/** Operations that are counted; the oldest are forgotten. */
const MAX_OPERATIONS = 1_000;

/** Counts how often each operation was answered with a demand for more. */
export class StepUpLimit {
  readonly #counts = new Map<string, number>();

  /**
   * Takes one step-up of an operation's allowance.
   *
   * @param operation - what was refused
   * @returns false when the allowance is used up
   */
  take(operation: string): boolean {
    const count = (this.#counts.get(operation) ?? 0) + 1;
    if (count > MAX_STEP_UPS) return false;
    this.#counts.delete(operation);
    this.#counts.set(operation, count);
    const oldest = this.#counts.keys().next().value;
    if (this.#counts.size > MAX_OPERATIONS && oldest !== undefined) this.#counts.delete(oldest);
    return true;
  }
}

/**
 * Says whether asking for more can help: not when all of it was asked for already, whether the server granted it or not.
 *
 * @param required - the scopes of the challenge
 * @param token - what the refused token has, and what was asked for
 */
export function canWiden(
  required: readonly string[],
  token: { readonly scopes: readonly string[]; readonly requested: readonly string[] },
): boolean {
  return !coversScopes(token.scopes, required) && !coversScopes(token.requested, required);
}

/**
 * The error of a refused scope.
 *
 * @param server - the MCP server
 * @param required - what it wants
 * @param granted - what the token has
 * @param why - why nothing more was tried
 */
export function insufficientScope(
  server: string,
  required: readonly string[],
  granted: readonly string[],
  why: string,
): Error {
  const list = (scopes: readonly string[]): string => peerText(scopes.join(" "));
  const message = `${publicUrl(server)} requires the scope ${list(required)}, the token has ${list(granted)}. ${why}.`;
  return authError("insufficient_scope", message, { status: 403, required, granted });
}
