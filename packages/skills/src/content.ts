import { isObject, own, type ReadResourceResult } from "@snodo/protocol";

/** The raw bytes of a file, as the digest covers them. */
export interface Content {
  readonly mimeType: string | undefined;
  readonly bytes: Uint8Array;
  readonly text: string | undefined;
}

/**
 * Takes the file that was asked for out of an answer of `resources/read`.
 *
 * @param result - the answer
 * @param uri - what was asked for
 * @returns its content, or what is wrong with the answer in one line
 */
export function contentOf(result: ReadResourceResult, uri: string): Content | string {
  const contents: readonly unknown[] = Array.isArray(result.contents) ? result.contents : [];
  const [only] = contents;
  const found = contents.find((item) => isObject(item) && own(item, "uri") === uri);
  const item = found ?? (contents.length === 1 ? only : undefined);
  if (!isObject(item)) return "the answer does not contain it";
  const type = own(item, "mimeType");
  const mimeType = typeof type === "string" ? type : undefined;
  const text = own(item, "text");
  if (typeof text === "string") return { mimeType, bytes: new TextEncoder().encode(text), text };
  const blob = own(item, "blob");
  const bytes = typeof blob === "string" ? fromBase64(blob) : undefined;
  if (bytes === undefined) return "its content is neither text nor base64";
  return { mimeType, bytes, text: asText(bytes) };
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Undefined where decoding would lose something. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The digest of some bytes, in the form entries have it. */
export async function digestOf(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as BufferSource));
  return `sha256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
