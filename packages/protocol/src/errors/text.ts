import { isObject } from "../json.ts";
import type { JsonRpcMessage } from "../rpc/messages.ts";

/** How much of a peer's text an error may quote, in characters. */
export const MAX_QUOTED = 2048;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being replaced
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu;

/** Credentials as headers carry them: pages that explain an error like to show the headers of the request. */
const CREDENTIALS = /\b(Bearer|Basic|DPoP)(["':=\s]+)[\w.~+/=-]{16,}/gi;
/** The same where the text was cut. */
const CUT_CREDENTIALS = /\b(Bearer|Basic|DPoP)(["':=\s]+)[\w.~+/=-]+$/i;

/**
 * Clips a peer's text and flattens it to one line, so that an error or a log line can quote it. What looks like the
 * credentials of a request is left out.
 *
 * @param text - untrusted text
 * @param limit - the most characters to keep; defaults to 2,048
 */
export function quote(text: string, limit: number = MAX_QUOTED): string {
  const start = text.length > limit * 2 ? text.slice(0, limit * 2).replace(CUT_CREDENTIALS, "$1$2…") : text;
  const flat = start.replace(CONTROL, " ").replace(CREDENTIALS, "$1$2…").trim();
  return flat.length > limit ? `${flat.slice(0, limit)}… (${text.length} characters)` : flat;
}

/**
 * Names a request in an error: its method, and the tool, prompt or resource it is about.
 *
 * @param request - the method and params that were to be sent
 */
export function describe(request: { readonly method: string; readonly params?: unknown }): string {
  const { params } = request;
  // An application may send any method, also one that holds line ends.
  const method = quote(request.method, 120);
  if (!isObject(params)) return method;
  const subject = request.method === "resources/read" ? params["uri"] : params["name"];
  return typeof subject === "string" ? `${method} "${quote(subject, 120)}"` : method;
}

/**
 * A URL as errors and logs may show it: no credentials, no query, no fragment.
 *
 * @param url - a URL, or text that should be one
 */
export function publicUrl(url: string | URL): string {
  try {
    const { origin, pathname, protocol, host } = new URL(url);
    return `${origin === "null" ? `${protocol}//${host}` : origin}${pathname}`;
  } catch {
    return "an invalid URL";
  }
}

/**
 * The message of anything that was thrown.
 *
 * @param thrown - what a catch clause got
 */
export function messageOf(thrown: unknown): string {
  if (typeof thrown === "string") return thrown;
  try {
    return thrown instanceof Error ? String(thrown.message) : String(thrown);
  } catch {
    // An object without a prototype, or whose `toString` throws.
    return "an unprintable value was thrown";
  }
}

/**
 * The error of a message that JSON cannot hold (a cycle, a BigInt, a `toJSON` that throws): a mistake of the caller's,
 * found before anything is sent.
 *
 * @param message - what was to be sent, when it has a method
 * @param thrown - what writing it threw
 */
export function notJson(
  message: JsonRpcMessage | { readonly method: string; readonly params?: unknown },
  thrown: unknown,
): TypeError {
  const what = "method" in message ? describe(message) : "an answer";
  return new TypeError(`${what} cannot be written as JSON: ${messageOf(thrown)}`, { cause: thrown });
}
