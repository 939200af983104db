const MARK = "=?base64?";
const END = "?=";
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Writes a text as a header value: as it is when that is safe, else as `=?base64?…?=` of its UTF-8 bytes.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http, Value Encoding.
 *
 * @param text - a tool name, a URI or an argument, of any length
 */
export function encodeHeaderValue(text: string): string {
  if (PLAIN.test(text) && text.trim() === text && !looksEncoded(text)) return text;
  return MARK + base64(text) + END;
}

/**
 * Reads a header value that {@link encodeHeaderValue} wrote.
 *
 * @param value - the header as received
 * @returns the text, or undefined when it carries the marker around something that is not base64 of UTF-8
 */
export function decodeHeaderValue(value: string): string | undefined {
  if (!looksEncoded(value)) return value;
  try {
    const bytes = Uint8Array.from(atob(value.slice(MARK.length, -END.length)), (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** `=?base64?=` counts: a reader that looks at both ends takes it for an empty encoded value. */
function looksEncoded(text: string): boolean {
  return text.startsWith(MARK) && text.endsWith(END);
}

function base64(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
