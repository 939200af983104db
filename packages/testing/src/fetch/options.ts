import type { JsonObject, Runtime } from "@snodo/protocol";

/** A runtime that can be served over HTTP; with `inputSchemaOf` its mirrored arguments are checked, too. */
export interface HttpRuntime extends Runtime {
  inputSchemaOf?(tool: string): JsonObject | undefined;
}

/** What a request proved: the runtime sees `auth`. */
export interface Authenticated {
  readonly auth: unknown;
}

/** How a runtime is served over Streamable HTTP. */
export interface FetchHandlerOptions {
  /** Refuses a request with a response, or says who it is from. */
  readonly authenticate?:
    | ((
        request: Request,
      ) => Response | Authenticated | undefined | Promise<Response | Authenticated | undefined>)
    | undefined;
  /** How requests are answered: `auto` (the default) streams once something is sent before the answer. */
  readonly answers?: "auto" | "json" | "sse" | undefined;
  /** Initialize era: false serves it without session ids. Defaults to true. */
  readonly sessions?: boolean | undefined;
  /** Initialize era: event ids, kept events and resumption by GET. Defaults to false. */
  readonly resume?: boolean | undefined;
  /** Initialize era: the `retry` field of streams, in milliseconds; none by default. */
  readonly retry?: number | undefined;
  /** Initialize era: false answers GET with 405. Defaults to true. */
  readonly getStream?: boolean | undefined;
  /** Initialize era: false answers DELETE with 405. Defaults to true. */
  readonly allowDelete?: boolean | undefined;
  /** False accepts requests whose protocol headers are missing or wrong. Defaults to true. */
  readonly checkHeaders?: boolean | undefined;
  /** Refuses every other `Origin` with 403, when given. */
  readonly origins?: readonly string[] | undefined;
  /** A larger body is answered 413. Defaults to 16 MiB. */
  readonly maxBodyBytes?: number | undefined;
}

/** A web-standard handler, with what a test does to it from outside. */
export interface FetchHandler {
  (request: Request): Promise<Response>;
  /** The ids of the sessions that live. */
  readonly sessionIds: readonly string[];
  /** Forgets a session, or all of them: their next request is answered 404. */
  expire(sessionId?: string): void;
  /** Closes every open event stream without its answer, as a proxy does; resumable ones can be taken up again. */
  dropStreams(): void;
  /** Ends every session and stream. */
  close(): void;
}
