/** One HTTP request to put on the wire. */
export interface HttpRequest {
  readonly url: string;
  readonly method: "POST" | "GET" | "DELETE";
  /** Names and values in turn, names in lower case, already checked. */
  readonly headers: readonly string[];
  readonly body?: string | undefined;
}

/** Reads response headers. */
export interface ResponseHeaders {
  /**
   * The value of a header; several are joined by a comma, as HTTP allows.
   *
   * @param name - in lower case
   */
  get(name: string): string | undefined;
}

/** Why an exchange ended without a complete response. */
export type ExchangeFailure =
  /** The network, or the platform's HTTP client. `written` says whether the server may have seen the request. */
  | { readonly type: "network"; readonly error: unknown; readonly written: boolean }
  /** The body is in a coding that cannot be decoded, or is broken in its coding. */
  | { readonly type: "encoding"; readonly encoding: string; readonly error?: unknown }
  /** A redirect whose target the platform does not show. */
  | { readonly type: "opaque_redirect" };

/**
 * Takes one response: `head` once, `data` any number of times, then `end` or `failed`. None of them may throw, and
 * none is called after {@link Running.cancel}.
 */
export interface ResponseSink {
  /** The final status and headers; informational ones are not shown. */
  head(status: number, headers: ResponseHeaders): void;
  /** Decoded bytes of the body. */
  data(chunk: Uint8Array): void;
  end(): void;
  failed(failure: ExchangeFailure): void;
}

/** An exchange under way. */
export interface Running {
  /** Gives it up: the request is not sent if it was not yet, else its stream is closed. Never throws. Idempotent. */
  cancel(): void;
}

/**
 * Says whether a response has no body, whatever its headers say of one.
 *
 * @param status - of the response
 */
export function isBodiless(status: number): boolean {
  return status === 202 || status === 204 || status === 205 || status === 304;
}

/** The platform's HTTP client: one exchange at a time is all the rest of the package knows of it. */
export interface HttpExchange {
  /**
   * Starts one exchange. Never throws; redirects are not followed.
   *
   * @param request - what to send
   * @param sink - where the response goes, never before `start` has returned
   */
  start(request: HttpRequest, sink: ResponseSink): Running;
  /** Closes idle connections; those in use are given `graceMs` to finish. Resolves when all are gone. */
  close(graceMs: number): Promise<void>;
}

/** What a platform's client may be told. Each uses what it can. */
export interface ExchangeOptions {
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly dispatcher?: unknown;
  readonly proxyFromEnvironment?: boolean | undefined;
  readonly connectTimeout: number;
  readonly connections: number;
  readonly keepAliveTimeout?: number | undefined;
  readonly allowH2?: boolean | undefined;
  readonly tls?: Readonly<Record<string, unknown>> | undefined;
  readonly socketPath?: string | undefined;
}
