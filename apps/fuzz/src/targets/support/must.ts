import { isMcpError } from "@snodo/protocol";

/** The longest message an error may have: what peers write is clipped. */
const LONGEST = 5_000;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * Fails the run unless something holds.
 *
 * @param holds - what must
 * @param what - says what does not
 */
export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** What became of a promise. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/**
 * An error of a call must be one of the library's, in one line of bounded length. What the server wrote as its own
 * message stays as it is.
 *
 * @param outcome - of a call
 */
export function mustBeSound(outcome: Outcome): void {
  if ("value" in outcome) return;
  const { error } = outcome;
  must(isMcpError(error), `rejected with something else than an McpError: ${String(error)}`);
  must(typeof error.code === "number", "an error without a code");
  if (error.kind === "server") return;
  must(!CONTROL.test(error.message), `an error of more than one line: ${JSON.stringify(error.message)}`);
  must(
    error.message.length <= LONGEST,
    `an error of ${error.message.length} characters: ${error.message.slice(0, 300)}`,
  );
}

/** What comes from outside must not become part of every object. */
export function mustBeUnpolluted(): void {
  must(!("polluted" in {}), "the prototype of all objects was changed");
}
