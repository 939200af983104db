import { isMcpError, type JsonObject } from "@snodo/protocol";
import type { Environment } from "../environment.ts";
import { jsonObject } from "../json-fields.ts";
import { guardedRequest, RequestFailure } from "../net/request.ts";

/** What came of asking one metadata URL. */
export type DocumentAnswer =
  | { readonly type: "document"; readonly body: JsonObject }
  /** There is none here: the next URL may be asked. */
  | { readonly type: "absent"; readonly outcome: string; readonly status?: number | undefined }
  /** Not known whether there is one. A browser reports a missing CORS header like this too. */
  | { readonly type: "unreachable"; readonly outcome: string }
  /** The server is there and fails, or takes too long: asking elsewhere would hide it. */
  | { readonly type: "failed"; readonly outcome: string; readonly status?: number | undefined };

/** One metadata URL that was asked. */
export interface Tried {
  readonly url: string;
  readonly outcome: string;
}

/**
 * Asks one metadata URL. No header beyond `Accept`, so that a browser needs no preflight.
 *
 * @param env - network
 * @param url - where to look
 * @param server - the URL the user gave
 * @param signal - gives up
 * @throws McpError `authorization` (`blocked_url`), or the reason of the signal
 */
export async function fetchDocument(
  env: Environment,
  url: string,
  server: string,
  signal: AbortSignal | undefined,
): Promise<DocumentAnswer> {
  try {
    const what = "authorization metadata";
    const reply = await guardedRequest(env, { url, server, what, method: "GET", signal });
    const { status } = reply;
    if (status === 200) return judgeBody(reply.text);
    const outcome = `HTTP ${status}`;
    // 502 is what proxies answer for a path nobody serves.
    return (status >= 400 && status < 500) || status === 502
      ? { type: "absent", outcome, status }
      : { type: "failed", outcome, status };
  } catch (thrown) {
    if (!(thrown instanceof RequestFailure) || isMcpError(thrown)) throw thrown;
    if (thrown.why === "timeout") return { type: "failed", outcome: thrown.message };
    if (thrown.why === "network") return { type: "unreachable", outcome: thrown.message };
    return { type: "absent", outcome: thrown.message };
  }
}

function judgeBody(text: string): DocumentAnswer {
  const body = jsonObject(text);
  // A single-page application answers every path with its HTML.
  return body === undefined ? { type: "absent", outcome: "not a JSON object" } : { type: "document", body };
}
