/** What is no plain part of a word somewhere: shells act on it, or it separates words. */
const SPECIAL = /[^\w@%+=:,./\-\u{80}-\u{10ffff}]|\s/gu;
const PLAIN = /^[\w@%+=:,./\-\u{80}-\u{10ffff}]+$/u;

/**
 * Writes a text so that a shell, and the REPL, read it back as it is. Names and values of a server are put on command
 * lines, and must not become commands there.
 *
 * @param text - without control characters
 * @param quote - the quotation mark it stands behind, if any
 * @returns undefined where that cannot be said between these quotation marks
 */
export function quotedBehind(text: string, quote: string | undefined): string | undefined {
  if (quote === undefined) return text.replace(SPECIAL, "\\$&");
  if (quote === "'") return text.includes("'") ? undefined : text;
  // Bash expands its history there, and knows no escape.
  return text.includes("!") ? undefined : text.replace(/["\\$`]/gu, "\\$&");
}

/**
 * Writes a whole word of a command line that is shown to be copied.
 *
 * @param text - without control characters
 */
export function shellWord(text: string): string {
  return PLAIN.test(text) && !/\s/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
