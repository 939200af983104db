/** A value as JSON and how many bytes that is in UTF-8. */
export interface JsonText {
  readonly text: string;
  readonly bytes: number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII is what is meant
const ASCII = /^[\u0000-\u007f]*$/;

/**
 * Writes a value as JSON and measures it.
 *
 * @param value - a result
 * @returns the text, or undefined for what JSON cannot carry: nested too deeply, or with a cycle
 */
export function jsonText(value: unknown): JsonText | undefined {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    return undefined;
  }
  return text === undefined ? undefined : { text, bytes: utf8Length(text) };
}

/**
 * The length of a text in UTF-8, in bytes.
 *
 * @param text - any text
 */
export function utf8Length(text: string): number {
  if (ASCII.test(text)) return text.length;
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    // Half of a pair: the two together are four bytes.
    else bytes += unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
  }
  return bytes;
}
