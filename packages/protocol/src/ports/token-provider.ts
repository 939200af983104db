/** Where a token is about to be sent. */
export interface TokenRequest {
  /** The full URL of the request. */
  readonly url: string;
  readonly method: "POST" | "GET" | "DELETE";
  readonly signal?: AbortSignal | undefined;
  /** The URL the server was given by, when `url` is another one: the message endpoint of legacy HTTP+SSE. */
  readonly server?: string | undefined;
  /** What the request does, such as `tools/call "search"`: step-ups are counted for each operation. */
  readonly operation?: string | undefined;
  /** False when nobody waits for the request, such as a stream that reconnects: no user is to be asked for it. */
  readonly interactive?: boolean | undefined;
}

/** A credential that writes its own headers, so that nothing else ever holds the raw token. */
export interface AccessToken {
  /**
   * Builds the headers of one attempt: `authorization`, and `dpop` for a bound token.
   *
   * @param request - the attempt the headers are for
   */
  headers(
    request: TokenRequest,
  ): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
}

/** One scheme of a `WWW-Authenticate` header. */
export interface AuthScheme {
  /** In lower case. */
  readonly scheme: string;
  /** Parameter names are in lower case; a repeated parameter keeps all its values in order. */
  readonly params: ReadonlyMap<string, readonly string[]>;
}

/** Why the server refused a request, as its `WWW-Authenticate` headers say. */
export interface Challenge {
  readonly status: number;
  /** Where the protected resource metadata is, first value wins. */
  readonly resourceMetadata?: string | undefined;
  readonly scope?: string | undefined;
  readonly error?: string | undefined;
  readonly errorDescription?: string | undefined;
  /** The `DPoP-Nonce` header of the refusal. */
  readonly dpopNonce?: string | undefined;
  /** Every scheme of every header, in order. */
  readonly schemes: readonly AuthScheme[];
}

/** A refused attempt, as {@link TokenProvider.refresh} sees it. */
export interface RefusedRequest extends TokenRequest {
  /** What `token` or the last `refresh` gave for the refused attempt. */
  readonly used: string | AccessToken | undefined;
  /** How many times this request was refused already, from 1. */
  readonly attempt: number;
}

/**
 * Supplies the bearer token of each HTTP request.
 *
 * A string is sent as `Authorization: Bearer <token>`; an {@link AccessToken} writes its own headers; undefined sends
 * the request without credentials, which is how the server's challenge is learnt. What either method throws is handed
 * to the caller of the request as it is.
 */
export interface TokenProvider {
  /** Asked before every request, notifications, answers, GET and DELETE included. */
  token(request: TokenRequest): string | AccessToken | undefined | Promise<string | AccessToken | undefined>;
  /** Asked after a 401, or a 403 that says `insufficient_scope`; resolves with what to send now, or undefined to give up. */
  refresh(challenge: Challenge, request: RefusedRequest): Promise<string | AccessToken | undefined>;
  /** Sees the headers of every response of the server: a `DPoP-Nonce` may ride on any of them. */
  observe?(response: {
    readonly url: string;
    readonly status: number;
    readonly dpopNonce?: string | undefined;
  }): void;
}
