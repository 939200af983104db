const encoder = new TextEncoder();

/**
 * Base64 of bytes, with padding.
 *
 * @param bytes - a short run of bytes: a hash, a credential
 */
function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/**
 * Base64 of text as UTF-8.
 *
 * @param text - any text
 */
export function base64OfText(text: string): string {
  return base64(encoder.encode(text));
}

/**
 * Base64url of bytes, without padding.
 *
 * @param bytes - a short run of bytes
 */
function base64url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Compares two strings in a time that depends on their lengths only.
 *
 * @param left - one
 * @param right - the other
 */
export function equalSecret(left: string, right: string): boolean {
  let different = left.length ^ right.length;
  for (let at = 0; at < left.length; at += 1) {
    different |= left.charCodeAt(at) ^ right.charCodeAt(at % Math.max(1, right.length));
  }
  return different === 0;
}

/** 256 random bits, as base64url. */
export function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * The SHA-256 of text as base64url: of a PKCE verifier, the S256 challenge.
 *
 * @param text - hashed as UTF-8
 */
export async function sha256(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text))));
}
