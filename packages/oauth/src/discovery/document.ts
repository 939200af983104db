import type { JsonObject } from "@snodo/protocol";
import { publicUrl } from "@snodo/protocol";
import type { Environment } from "../environment.ts";
import { signInError } from "../errors.ts";
import { jsonObject } from "../json-fields.ts";
import { guardedRequest, RequestFailure } from "../net/request.ts";

/** One metadata URL that was asked, and what came of it. */
export interface Tried {
  readonly url: string;
  readonly outcome: string;
}

/** A search through the places where a document may be. */
export interface Search<T> {
  readonly found: T | undefined;
  readonly tried: readonly Tried[];
  /** True when not every place answered that there is nothing. A browser reports a missing CORS header like this too. */
  readonly unreachable: boolean;
}

/**
 * Asks for a document at one place after another. 4xx and 502, which is what proxies answer for a path nobody serves,
 * lead to the next; so does HTML, with which single-page applications answer every path. No header beyond `Accept` is
 * sent, so that a browser needs no preflight.
 *
 * @param env - network
 * @param server - the URL of the MCP server
 * @param urls - where to look
 * @param signal - gives up
 * @param judge - reads a document; a string says why it is not the one that is looked for
 * @throws McpError `authorization`: `discovery_failed` when a place fails or takes too long, since asking elsewhere would
 *   hide it; `blocked_url`; what `judge` throws
 */
export async function searchDocument<T extends object>(
  env: Environment,
  server: string,
  urls: readonly string[],
  signal: AbortSignal | undefined,
  judge: (body: JsonObject) => T | string,
): Promise<Search<T>> {
  const tried: Tried[] = [];
  let unreachable = false;
  for (const url of urls) {
    let outcome: string;
    let failed = false;
    let status: number | undefined;
    try {
      const what = "authorization metadata";
      const reply = await guardedRequest(env, { url, server, what, method: "GET", signal });
      status = reply.status;
      const body = status === 200 ? jsonObject(reply.text) : undefined;
      const read = body === undefined ? undefined : judge(body);
      if (typeof read === "object") return { found: read, tried, unreachable };
      outcome = read ?? (status === 200 ? "not JSON" : `HTTP ${status}`);
      failed = status !== 502 && (status < 200 || status > 499);
    } catch (thrown) {
      if (!(thrown instanceof RequestFailure)) throw thrown;
      outcome = thrown.message;
      failed = thrown.why === "timeout";
      unreachable ||= thrown.why === "network";
    }
    tried.push({ url, outcome });
    if (failed) throw discoveryFailed(server, tried, true, status);
  }
  return { found: undefined, tried, unreachable };
}

/**
 * The error of a discovery that found nothing to go on with.
 *
 * @param server - the URL of the MCP server
 * @param tried - the places that were asked
 * @param retryable - whether another time it may be found
 * @param status - of the place that failed
 */
export function discoveryFailed(
  server: string,
  tried: readonly Tried[],
  retryable: boolean,
  status?: number,
): Error {
  const shown = tried.map(({ url, outcome }) => ({ url: publicUrl(url), outcome }));
  const list = shown.map(({ url, outcome }) => `${url} (${outcome})`).join(", ");
  const advice = retryable ? "Try again later" : "Configure `issuer`, or ask who runs it";
  const why = `no authorization metadata at ${list || "all"}. ${advice}`;
  return signInError("discovery_failed", server, why, { tried: shown, retryable, status });
}
