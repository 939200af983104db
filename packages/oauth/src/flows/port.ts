/** What a callback turned out to be. */
export type CallbackReception =
  /** The answer: whoever shows the user a page may say that it worked. */
  | "accepted"
  /** The answer, and it is a failure. */
  | "refused"
  /** Not an answer to this sign-in: keep waiting. */
  | "ignored";

/** One visit of the user to the authorization server. */
export interface VisitRequest {
  /** Where to send the user. */
  readonly url: URL;
  /** Epoch milliseconds after which the visit is given up. */
  readonly expiresAt: number;
  /** Aborted when time is up or nobody waits any more. */
  readonly signal: AbortSignal;
  /** Judges the parameters of a callback; may be called for several until one is not `ignored`. */
  readonly receive: (params: URLSearchParams) => CallbackReception;
}

/** A way that is ready: whatever listens is listening. */
export interface PreparedFlow {
  readonly redirectUri: string;
  /**
   * Sends the user away and resolves with the parameters of the callback that was not `ignored`. Rejects with the
   * reason of the signal, or with an error that names what kept the user from coming back.
   */
  visit(request: VisitRequest): Promise<URLSearchParams>;
  /** Takes down what was put up. Idempotent; may be called while a visit is under way. */
  dispose(): Promise<void>;
}

/** How a user is sent to an authorization server and comes back. */
export interface UserAgentFlow {
  /**
   * Gets ready before the URL is built, since the URL has to say where the user comes back to.
   *
   * @param request - `preferred`: redirect URIs of an earlier registration, to be reused where possible
   */
  prepare(request: {
    readonly preferred: readonly string[];
    readonly signal: AbortSignal;
  }): Promise<PreparedFlow>;
}
