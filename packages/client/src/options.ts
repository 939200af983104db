import type {
  ClientCapabilities,
  Clock,
  Diagnostics,
  Implementation,
  JsonObject,
  JsonSchemaValidator,
  LogLevel,
  LogMessage,
  Progress,
  ResponseCache,
  ResumedSession,
  Revision,
  TraceContext,
} from "@snodo/protocol";
import type { Extension } from "./extensions/extension.ts";
import type { InputHandlers } from "./input/handlers.ts";
import type { Interceptor } from "./interceptors.ts";

/** Options of {@link connect} and {@link direct}. */
export interface ConnectOptions {
  /** A revision to pin, or the revisions to allow. Defaults to every revision this library speaks. */
  readonly protocol?: Revision | readonly Revision[] | undefined;
  /** How long to wait for the answer to the `server/discover` probe, in milliseconds. Defaults to 10,000. */
  readonly probeTimeout?: number | undefined;
  /** The default time limit of a request, in milliseconds; 0 and Infinity mean none. Defaults to 30,000; none in process. */
  readonly timeout?: number | undefined;
  /** Gives up connecting. Has no effect once `connect` resolved. */
  readonly signal?: AbortSignal | undefined;
  /** Who this client says it is. Defaults to this library's name and version. */
  readonly clientInfo?: Implementation | undefined;
  /** What this client can do, merged with what the input handlers imply; a declared value wins. Defaults to `{}`. */
  readonly clientCapabilities?: ClientCapabilities | undefined;
  /** Answer what servers ask for: forms, URLs, model output, roots. Without them such results are the caller's. */
  readonly inputHandlers?: InputHandlers | undefined;
  /** The most `input_required` results answered for one call. Defaults to 10. */
  readonly maxInputRounds?: number | undefined;
  /** The most server requests whose handlers run at once. Defaults to 16; one more is answered -32603. */
  readonly maxServerRequests?: number | undefined;
  /** The most pages a list method requests. Defaults to 1,000. */
  readonly maxPages?: number | undefined;
  /** Keeps complete results as long as the server allows. Defaults to none. */
  readonly cache?: ResponseCache | undefined;
  /** Takes the server's log messages. */
  readonly onLog?: ((message: LogMessage) => void) | undefined;
  /** The lowest level to ask the server for. Defaults to `info` when `onLog` is given on 2026-07-28, else to nothing. */
  readonly logLevel?: LogLevel | undefined;
  /** Takes notifications of the server that belong to no call and no subscription. */
  readonly onNotification?: ((method: string, params: JsonObject) => void) | undefined;
  /** Where warnings go. Defaults to `console.warn` for warnings, and nothing for the rest. */
  readonly diagnostics?: Diagnostics | undefined;
  /** Wrap every call, first one outermost. Defaults to none. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /** Protocol extensions to declare and use. Defaults to none. */
  readonly extensions?: readonly Extension[] | undefined;
  /** Checks `structuredContent` against a tool's own `outputSchema`. Defaults to no check. */
  readonly outputValidator?: JsonSchemaValidator | undefined;
  /** A session of an earlier connection to take up again; no handshake is sent. For transports that have sessions. */
  readonly session?: ResumedSession | undefined;
  /** Numbers from 0 to 1 for jitter, for tests. Defaults to `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Time, for tests. Defaults to the platform's. */
  readonly clock?: Clock | undefined;
}

/** Options of every call. */
export interface CallOptions {
  /** Overrides the client's `timeout`, in milliseconds; 0 and Infinity mean none. */
  readonly timeout?: number | undefined;
  /** Gives the call up; it then rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /** Extra `_meta` entries: they win over the library's and over `params._meta`. */
  readonly meta?: JsonObject | undefined;
  /** W3C trace fields for `_meta`; they win over `meta`. */
  readonly traceContext?: TraceContext | undefined;
  /**
   * Takes each progress notification of the call, in order, before it resolves. What it throws, or a promise it returns
   * rejects with, ends the call. When the call became a task of 2025-11-25, it goes on until the task is over; what it
   * throws then is reported.
   */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Restarts `timeout` at each progress notification. Defaults to false. */
  readonly resetTimeoutOnProgress?: boolean | undefined;
  /** The most milliseconds the request may run whatever the progress. Defaults to 600,000 with `resetTimeoutOnProgress`, else to none. */
  readonly maxTotalTimeout?: number | undefined;
  /** Takes the log messages of this call; without it the client's `onLog` does. */
  readonly onLog?: ((message: LogMessage) => void) | undefined;
  /** Asks for log messages of this call from this level on. */
  readonly logLevel?: LogLevel | undefined;
  /** Answers to an earlier `InputRequiredResult`, by the ids of its `inputRequests`. */
  readonly inputResponses?: { readonly [id: string]: JsonObject } | undefined;
  /** The `requestState` of an earlier `InputRequiredResult`. */
  readonly requestState?: string | undefined;
  /** False resolves with an `input_required` result instead of answering it. Defaults to true. */
  readonly answerInput?: boolean | undefined;
  /** Overrides the client's `maxInputRounds`. */
  readonly maxInputRounds?: number | undefined;
  /** Sends a cacheable request and leaves cached entries alone. Defaults to false. */
  readonly bypassCache?: boolean | undefined;
  /** Sends a cacheable request and rewrites its entry. Defaults to false. */
  readonly refresh?: boolean | undefined;
  /** The extension that owns the method; over HTTP it supplies routing headers. Defaults to the installed one that does. */
  readonly extension?: Extension | undefined;
}
