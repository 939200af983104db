import type { AccessToken, Challenge, RefusedRequest, TokenProvider, TokenRequest } from "@snodo/protocol";
import { InvalidHeaderError, readHeaders } from "../request/user-headers.ts";

/** What a token provider gives. */
export type Token = string | AccessToken | undefined;

/** What a refusal asks for: a token, a wider one, or the same one with a fresh nonce. */
export type Refusal = "token" | "scope" | "nonce";

/** How often one request was refused for each cause. Each may be met once; a second time is final. */
export type Refusals = Readonly<Record<Refusal, number>>;

/** A request that nobody refused yet. */
export const NO_REFUSALS: Refusals = Object.freeze({ token: 0, scope: 0, nonce: 0 });

/**
 * Says what a refusal asks for, or undefined when no token can help: the refusal is then the outcome.
 *
 * @param challenge - of the refusal
 * @param used - what the refused attempt carried
 * @param before - what was refused already
 */
export function refusalOf(challenge: Challenge, used: Token, before: Refusals): Refusal | undefined {
  let refusal: Refusal | undefined;
  if (challenge.status === 401) {
    const nonce = challenge.error === "use_dpop_nonce" && challenge.dpopNonce !== undefined;
    refusal = nonce && typeof used === "object" ? "nonce" : "token";
  } else if (challenge.status === 403 && challenge.error === "insufficient_scope") {
    refusal = "scope";
  }
  return refusal === undefined || before[refusal] > 0 ? undefined : refusal;
}

/** How many times a request was refused so that its provider was asked for another token. */
export function attempts({ token, scope }: Refusals): number {
  return token + scope;
}

/** Stands for time that is not the server's. */
export interface TimeoutHold {
  holdTimeout?(): void;
  restartTimeout?(): void;
}

/**
 * Waits for a provider while the request's timeout stands still.
 *
 * @param work - what the provider returned
 * @param hold - the request's timeout
 */
export async function whileHeld<T>(work: T | Promise<T>, hold: TimeoutHold | undefined): Promise<T> {
  if (!isPromise(work)) return work;
  hold?.holdTimeout?.();
  try {
    return await work;
  } finally {
    hold?.restartTimeout?.();
  }
}

/**
 * The headers a token is sent in, checked.
 *
 * @param token - what the provider gave
 * @param request - the attempt they are for
 */
export async function tokenHeaders(token: Token, request: TokenRequest): Promise<readonly string[]> {
  if (token === undefined) return [];
  if (typeof token !== "string") return readHeaders(await token.headers(request)).list;
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new InvalidHeaderError("authorization", "cannot carry the token that the token provider gave");
  }
  return ["authorization", `Bearer ${token}`];
}

/** A request as a token provider sees it; its signal is only made when the provider asks for it. */
export class ProviderRequest implements TokenRequest {
  readonly url: string;
  readonly method: TokenRequest["method"];
  readonly server: string | undefined;
  readonly operation: string | undefined;
  readonly interactive: boolean;
  #controller: AbortController | undefined;
  #aborted = false;

  constructor(request: Omit<TokenRequest, "signal" | "interactive"> & { readonly interactive: boolean }) {
    this.url = request.url;
    this.method = request.method;
    this.server = request.server;
    this.operation = request.operation;
    this.interactive = request.interactive;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  /** The same request after a refusal. */
  refused(used: Token, attempt: number): RefusedRequest {
    const { url, method, server, operation, interactive } = this;
    const signal = (): AbortSignal => this.signal;
    return {
      url,
      method,
      server,
      operation,
      interactive,
      used,
      attempt,
      get signal() {
        return signal();
      },
    };
  }

  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }
}

/** Tells the provider of a response; what it throws must not break the response. */
export function observe(
  provider: TokenProvider,
  response: { readonly url: string; readonly status: number; readonly dpopNonce: string | undefined },
  report: (error: unknown) => void,
): void {
  try {
    const outcome: unknown = provider.observe?.(response);
    if (outcome instanceof Promise) outcome.catch(report);
  } catch (error) {
    report(error);
  }
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === "object" && value !== null && "then" in value;
}
