import fastStringWidth from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";

/**
 * How many columns a text takes; emoji and East Asian letters take two.
 *
 * @param text - one line
 */
export function widthOf(text: string): number {
  return fastStringWidth(text);
}

/**
 * Breaks a text into lines that fit.
 *
 * @param text - of any number of lines
 * @param width - columns
 */
export function wrap(text: string, width: number): readonly string[] {
  return wrapAnsi(text, Math.max(1, width), { hard: true, trim: true, wordWrap: true }).split("\n");
}

/**
 * Cuts a line so that it fits, with an ellipsis.
 *
 * @param text - one line without colours
 * @param width - columns
 */
export function clip(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let shown = "";
  let taken = 0;
  for (const letter of text) {
    taken += widthOf(letter);
    if (taken > width - 1) break;
    shown += letter;
  }
  return `${shown}…`;
}
