/** A line taken apart as a shell does. */
export interface SplitLine {
  readonly words: readonly string[];
  /** Whether the last word may go on: the line does not end in a space. */
  readonly open: boolean;
  /** The quote that is not closed. */
  readonly quote: string | undefined;
  /** How much of the last word is in front of that quote. */
  readonly before: number;
}

/** A space, or a piece of a word: quoted one way or the other, escaped, plain. */
const PIECE =
  /(?<space>\s+)|'(?<single>[^']*)(?<singleEnd>'?)|"(?<double>(?:\\.|[^"\\])*)(?<doubleEnd>"?)|\\(?<escaped>.?)|(?<plain>[^\s'"\\]+)/gsu;

/**
 * Splits a line into words: spaces separate, quotes and backslashes keep them. Nothing is expanded.
 *
 * @param line - what was typed
 */
export function splitWords(line: string): SplitLine {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  let before = 0;
  for (const { groups = {} } of line.matchAll(PIECE)) {
    if (groups["space"] !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    if (groups["singleEnd"] === "") quote = "'";
    if (groups["doubleEnd"] === "") quote = '"';
    if (quote !== undefined) before = word?.length ?? 0;
    word = (word ?? "") + textOf(groups);
  }
  if (word !== undefined) words.push(word);
  return { words, open: word !== undefined, quote, before };
}

function textOf(groups: Readonly<Record<string, string | undefined>>): string {
  // Between double quotes a backslash keeps its meaning only before these.
  const double = groups["double"]?.replace(/\\(["\\$`])/g, "$1");
  return groups["single"] ?? double ?? groups["escaped"] ?? groups["plain"] ?? "";
}
