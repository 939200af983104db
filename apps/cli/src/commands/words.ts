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
 * @param what - what it is, such as `Which tool?`
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
