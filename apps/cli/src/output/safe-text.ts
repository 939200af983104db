import { stripVTControlCharacters } from "node:util";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being replaced
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;
// What reorders or hides text: a server must not make a host look like another one.
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * Makes a server's text safe to show: nothing in it moves the cursor, changes colours or reorders what is read. Line
 * breaks and tabs stay.
 *
 * @param text - untrusted text
 */
export function safeText(text: string): string {
  return stripVTControlCharacters(text.replaceAll("\r\n", "\n")).replace(CONTROL, "").replace(INVISIBLE, "");
}

/**
 * As {@link safeText}, on one line.
 *
 * @param text - untrusted text
 */
export function safeLine(text: string): string {
  return safeText(text).replace(/\s+/gu, " ").trim();
}

/**
 * Indents every line.
 *
 * @param text - of any number of lines
 * @param by - what is put before each
 */
export function indent(text: string, by: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? line : by + line))
    .join("\n");
}
