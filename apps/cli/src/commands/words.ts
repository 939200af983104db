import { commandNamed } from "../command-line/commands.ts";
import { usageError } from "../exit/cli-error.ts";

/**
 * Refuses words a command has no use for.
 *
 * @param words - what is left
 * @throws CliError naming the first
 */
export function noMoreWords([extra]: readonly string[]): void {
  if (extra !== undefined) throw usageError(`"${extra}" is one word too many.`, "Quote what has spaces.");
}

/**
 * Takes the first word.
 *
 * @param words - of the command line
 * @param what - the question when there is none, such as `Which argument?`
 * @param hint - what to write
 * @throws CliError when there is none
 */
export function firstWord(
  words: readonly string[],
  what: string,
  hint: string,
): readonly [first: string, rest: readonly string[]] {
  const [first, ...rest] = words;
  if (first === undefined) throw usageError(what, hint);
  return [first, rest];
}

/**
 * Takes what a command cannot do without.
 *
 * @param name - of the command
 * @param words - after the server
 * @throws CliError when it is missing
 */
export function subjectOf(
  name: string,
  words: readonly string[],
): readonly [subject: string, rest: readonly string[]] {
  const { question = "", hint = "" } = commandNamed(name)?.needs ?? {};
  return firstWord(words, question, hint);
}
