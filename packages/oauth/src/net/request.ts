import { type AuthorizationProblem, isMcpError, messageOf, publicUrl, quote } from "@snodo/protocol";
import type { Environment } from "../environment.ts";
import { signInError } from "../errors.ts";
import { readText } from "./read-body.ts";
import { type CheckedUrl, checkUrl } from "./url-policy.ts";

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
  const { signal } = request;
  signal?.throwIfAborted();
  const abort = new AbortController();
  let timedOut = false;
  const timer = env.clock.setTimeout(() => {
    timedOut = true;
    abort.abort();
  }, REQUEST_TIMEOUT);
  const give = () => abort.abort();
  signal?.addEventListener("abort", give);
  // A fetch that ignores its signal must not outlive the limit.
  const cut = new Promise<never>((_, reject) => {
    abort.signal.addEventListener("abort", () => reject(new Error("aborted")));
  });
  try {
    return await Promise.race([follow(env, request, abort.signal), cut]);
  } catch (thrown) {
    if (signal?.aborted === true) throw signal.reason;
    if (timedOut) throw new RequestFailure("timeout", `no answer within ${REQUEST_TIMEOUT / 1000} s`);
    if (isMcpError(thrown) || thrown instanceof RequestFailure) throw thrown;
    throw new RequestFailure("network", networkText(thrown));
  } finally {
    env.clock.clearTimeout(timer);
    signal?.removeEventListener("abort", give);
    abort.abort();
  }
}

async function follow(env: Environment, request: GuardedRequest, signal: AbortSignal): Promise<Reply> {
  let target = checkUrl(request.url, request.server, env.network, request.what);
  for (let hop = 0; ; hop += 1) {
    const response = await send(env, request, target, signal);
    const redirected =
      response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400);
    if (!redirected) {
      const text = await readText(response, MAX_BODY_BYTES);
      if (text !== undefined) return { status: response.status, headers: response.headers, text };
      throw new RequestFailure("too_large", `more than ${MAX_BODY_BYTES / 1024} KiB`);
    }
    response.body?.cancel().catch(() => undefined);
    target = nextHop(env, request, target, response, hop);
  }
}

function nextHop(
  env: Environment,
  request: GuardedRequest,
  from: CheckedUrl,
  response: Response,
  hop: number,
): CheckedUrl {
  const location = response.headers.get("location");
  const to = location === null ? undefined : new URL(location, from.url);
  // Credentials and codes are in the body of a POST: wherever it leads, they do not go there.
  if (request.method === "POST" || to === undefined || to.origin !== from.url.origin || hop >= MAX_HOPS) {
    throw new RequestFailure("redirect", `redirect to ${to === undefined ? "nowhere" : publicUrl(to)}`);
  }
  return checkUrl(to.href, request.server, env.network, request.what);
}

function send(
  env: Environment,
  request: GuardedRequest,
  target: CheckedUrl,
  signal: AbortSignal,
): Promise<Response> {
  const init: RequestInit = {
    method: request.method,
    headers: { accept: "application/json", ...request.headers },
    redirect: "manual",
    credentials: "omit",
    cache: "no-store",
    referrerPolicy: "no-referrer",
    signal,
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  return env.fetch(target.url.href, init, { privateAllowed: target.privateAllowed });
}

/** The message of a fetch failure and of its cause, which is where undici keeps the host and the code. */
function networkText(thrown: unknown): string {
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined;
  return quote(cause === undefined ? messageOf(thrown) : `${messageOf(thrown)}: ${messageOf(cause)}`, 256);
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
