import { type AuthorizationProblem, isMcpError, messageOf, publicUrl, quote } from "@snodo/protocol";
import { withDeadline } from "../deadline.ts";
import type { Environment } from "../environment.ts";
import { signInError } from "../errors.ts";
import { readText } from "./read-body.ts";
import { checkUrl, parseUrl } from "./url-policy.ts";

/** Most bytes of an OAuth answer. */
const MAX_BODY_BYTES = 256 * 1024;
/** From connecting to the last byte, in milliseconds. */
const REQUEST_TIMEOUT = 10_000;
const MAX_HOPS = 3;

/** One request of the OAuth side. */
export interface GuardedRequest {
  readonly url: string;
  /** Names the URL in errors, such as `the token endpoint`. */
  readonly what: string;
  /** The URL the user gave, which decides whether private addresses are in reach. */
  readonly server: string;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What came back, read whole. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Why there is no {@link Reply}: `network` and `timeout` may pass, the others will not. */
export type NoReply = "network" | "timeout" | "redirect" | "too_large";

/** A request that got no answer worth reading. */
export class RequestFailure extends Error {
  readonly why: NoReply;

  constructor(why: NoReply, message: string) {
    super(message);
    this.why = why;
  }
}

/**
 * Makes one OAuth request: checked URL, no credentials of the platform, no redirect with a body, bounded in time and size.
 *
 * @param env - fetch, clock and policy
 * @param request - what to send
 * @returns the answer, whatever its status
 * @throws McpError `authorization` (`blocked_url`), RequestFailure, or the reason of the caller's signal
 */
export async function guardedRequest(env: Environment, request: GuardedRequest): Promise<Reply> {
  const late = () => new RequestFailure("timeout", `no answer within ${REQUEST_TIMEOUT / 1000} s`);
  const run = (signal: AbortSignal) => follow(env, request, signal);
  try {
    return await withDeadline(env.clock, REQUEST_TIMEOUT, request.signal, late, run);
  } catch (thrown) {
    const known = request.signal?.aborted === true || isMcpError(thrown) || thrown instanceof RequestFailure;
    throw known ? thrown : new RequestFailure("network", networkText(thrown));
  }
}

async function follow(env: Environment, request: GuardedRequest, signal: AbortSignal): Promise<Reply> {
  const { server, what, method, body } = request;
  const init: RequestInit = {
    method,
    headers: { accept: "application/json", ...request.headers },
    redirect: "manual",
    credentials: "omit",
    cache: "no-store",
    referrerPolicy: "no-referrer",
    signal,
    ...(body === undefined ? {} : { body }),
  };
  let next = request.url;
  for (let hop = 0; ; hop += 1) {
    const { url, privateAllowed } = checkUrl(next, server, env.network, what);
    const response = await env.fetch(url.href, init, { privateAllowed });
    const { status, headers } = response;
    if (response.type !== "opaqueredirect" && (status < 300 || status > 399)) {
      const text = await readText(response, MAX_BODY_BYTES);
      if (text !== undefined) return { status, headers, text };
      throw new RequestFailure("too_large", `more than ${MAX_BODY_BYTES / 1024} KiB`);
    }
    response.body?.cancel().catch(() => undefined);
    const to = parseUrl(headers.get("location") ?? "", url);
    // Credentials and codes are in the body of a POST: wherever it leads, they do not go there.
    if (method === "POST" || to?.origin !== url.origin || hop === MAX_HOPS) {
      throw new RequestFailure("redirect", `redirect to ${publicUrl(to ?? "")}`);
    }
    next = to.href;
  }
}

/** The message of a fetch failure, or of its cause, which is where undici keeps the host and the code. */
function networkText(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return quote(messageOf(cause ?? thrown), 256);
}

/**
 * Turns a request without an answer into the error of the step it belonged to.
 *
 * @param failure - what {@link guardedRequest} threw
 * @param problem - the step
 * @param server - the URL of the MCP server
 * @param what - names the step
 */
export function failureOf(
  failure: RequestFailure,
  problem: AuthorizationProblem,
  server: string,
  what: string,
): Error {
  const retryable = failure.why === "network" || failure.why === "timeout";
  const why = `${what}: ${failure.message}${retryable ? ". Try again later" : ""}`;
  return signInError(problem, server, why, { retryable, error: failure.why });
}

/**
 * The wait a server asks for.
 *
 * @param headers - of its answer
 * @param now - epoch milliseconds
 * @returns milliseconds, or undefined without a usable `Retry-After`
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (value === undefined || value === "") return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
