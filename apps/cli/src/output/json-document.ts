// C1 controls and line separators are legal in JSON, and a terminal may act on them.
const UNSAFE = /[\u007f-\u009f\u2028\u2029]/gu;

/**
 * Writes a value as JSON that is safe on a terminal, too.
 *
 * @param value - anything out of `JSON.parse`, or made of the like
 * @param indent - spaces; 0 writes one line
 */
export function jsonText(value: unknown, indent: number): string {
  const text = JSON.stringify(value, undefined, indent) ?? "null";
  return text.replace(UNSAFE, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
