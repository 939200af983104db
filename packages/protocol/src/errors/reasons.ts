import type { Challenge } from "../ports/token-provider.ts";

/** Whether the server may have seen the request: `no` is certain, `maybe` is not, `yes` means it answered something. */
export type Sent = "no" | "maybe" | "yes";

/** How a child process ended. */
export interface ProcessExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The last lines it wrote to stderr, bounded. */
  readonly stderrTail: string;
}

/** Why a call or a connection failed, told apart by `type`. */
export type Reason =
  /** The server answered with a JSON-RPC error: see `code`, `message` and `data`. */
  | { readonly type: "server_error" }
  // Time
  | { readonly type: "timeout"; readonly timeoutMs: number }
  | { readonly type: "max_total_timeout"; readonly maxTotalTimeoutMs: number }
  // Connection
  | { readonly type: "closed" }
  /** `host` when it was a connection over the network, rather than a pipe to a process or a stream of the application. */
  | { readonly type: "connection_lost"; readonly host?: string | undefined }
  | { readonly type: "unreachable"; readonly host?: string | undefined; readonly osCode?: string | undefined }
  | { readonly type: "spawn_failed"; readonly command: string; readonly osCode?: string | undefined }
  | ({ readonly type: "process_exit" } & ProcessExit)
  | { readonly type: "stream_lost" }
  /** A `tools/call` that was sent and lost: it may have run. `lost` says how. */
  | { readonly type: "outcome_unknown"; readonly lost: Reason }
  // HTTP
  | {
      readonly type: "http_status";
      readonly status: number;
      /** The start of the body, at most 2 KiB. */
      readonly body?: string | undefined;
      /** Milliseconds the server asked to wait, from `Retry-After`. */
      readonly retryAfter?: number | undefined;
    }
  | { readonly type: "unauthorized"; readonly status: number; readonly challenge: Challenge }
  | Authorization
  | { readonly type: "session_expired" }
  | { readonly type: "redirect"; readonly status: number; readonly target: string }
  | { readonly type: "no_answer"; readonly status?: number | undefined }
  | { readonly type: "stream_ended" }
  | { readonly type: "content_type"; readonly contentType: string }
  | { readonly type: "content_encoding"; readonly encoding: string }
  | { readonly type: "invalid_header"; readonly header: string }
  // Limits
  | { readonly type: "max_response_bytes"; readonly limit: number }
  | { readonly type: "max_pages"; readonly limit: number }
  // What the peer broke
  | { readonly type: "invalid_message"; readonly problem: string }
  | { readonly type: "invalid_result"; readonly problem: string }
  | { readonly type: "unknown_result_type"; readonly resultType: unknown }
  | { readonly type: "repeated_cursor"; readonly cursor: string }
  // Refused here
  | {
      readonly type: "unsupported_version";
      readonly requested: readonly string[];
      readonly supported?: readonly string[];
      readonly negotiated?: string;
    }
  | { readonly type: "method_not_defined"; readonly method: string; readonly revision: string }
  | { readonly type: "invalid_tool_headers"; readonly tool: string; readonly problem: string }
  // Input rounds
  | { readonly type: "input_required"; readonly result: unknown }
  | { readonly type: "no_input_handler"; readonly kind: string | undefined; readonly result: unknown }
  | {
      readonly type: "input_handler";
      readonly id: string;
      readonly problem: InputProblem;
      readonly result: unknown;
    }
  | { readonly type: "max_input_rounds"; readonly limit: number; readonly result: unknown }
  | { readonly type: "malformed_input_request"; readonly problem: string; readonly result: unknown }
  // Results
  | {
      readonly type: "output_mismatch";
      readonly issues: readonly { readonly path: string; readonly message: string }[];
      readonly result: unknown;
    }
  | { readonly type: "output_schema"; readonly problem: string; readonly result: unknown }
  /** A task of the server has no result for this client: see `problem`. */
  | { readonly type: "task"; readonly problem: TaskProblem; readonly taskId?: string | undefined }
  /** A skill of the server must not be used: see `problem`. */
  | { readonly type: "skill"; readonly problem: SkillProblem; readonly uri?: string | undefined }
  /** A library built on this one, with its own word for the failure. */
  | { readonly type: "other"; readonly name: string };

/** What went wrong with an input handler. */
export type InputProblem =
  | { readonly type: "threw"; readonly error: unknown }
  | { readonly type: "invalid_response"; readonly response: unknown };

/** Why a task has no result. */
export type TaskProblem =
  /** Somebody cancelled it. */
  | "cancelled"
  /** The server kept it as long as it promised, and it was not done. */
  | "expired"
  /** The server does not offer what was asked of the task. */
  | "not_supported";

/** Why a skill, or one of its files, must not be used. */
export type SkillProblem =
  /** The server does not declare the extension, or the part of it that was asked for. */
  | "not_supported"
  /** Its entry is no valid description of a skill. */
  | "invalid_entry"
  /** It has more files, or more bytes, than are accepted. */
  | "too_large"
  /** The file is not among those its entry lists. */
  | "unlisted_file"
  /** The file is not what its entry says. */
  | "size"
  | "digest"
  | "frontmatter";

/** What went wrong on the way to a token. */
export type AuthorizationProblem =
  /** A user has to consent and none was to be asked: `begin` starts it. */
  | "interaction_required"
  /** No metadata of the resource or of its authorization server: see `tried`. */
  | "discovery_failed"
  /** Metadata, or an authorization response, names another issuer. */
  | "issuer_mismatch"
  | "resource_mismatch"
  | "pkce_unsupported"
  | "registration_rejected"
  | "client_id_required"
  /** The redirect back failed: wrong state, an error of the server, the user gave up, time ran out. */
  | "callback"
  /** The token endpoint refused or could not be used. */
  | "token_request"
  | "insufficient_scope"
  /** The server refused a token that was just issued for it. */
  | "unauthorized_after_auth"
  /** A URL that must not be requested: not https, or a private address named by a remote server. */
  | "blocked_url"
  /** What was stored could not be read, written or locked. */
  | "store"
  /** The part of the library that signs users in could not be loaded where the program runs. */
  | "not_loaded";

/** No token could be had; no secret is among these fields. */
export interface Authorization {
  readonly type: "authorization";
  readonly problem: AuthorizationProblem;
  /** True when the same attempt may succeed later: the network, a rate limit, a 5xx. What was stored is kept. */
  readonly retryable: boolean;
  readonly issuer?: string | undefined;
  /** The HTTP status of the answer behind it. */
  readonly status?: number | undefined;
  /** The OAuth error code the server gave, or one word for what happened here, such as `timeout`. */
  readonly error?: string | undefined;
  /** Milliseconds the server asked to wait. */
  readonly retryAfter?: number | undefined;
  /** The metadata URLs that were asked, and what came of each. */
  readonly tried?: readonly { readonly url: string; readonly outcome: string }[] | undefined;
  /** Of `insufficient_scope`: what the server wants, and what the token has. */
  readonly required?: readonly string[] | undefined;
  readonly granted?: readonly string[] | undefined;
  /** Of `interaction_required`: starts the flow; a user has to visit the URL before the time is up. */
  readonly begin?: (() => Promise<{ readonly url: string; readonly expiresAt: number }>) | undefined;
}

/** The name of a {@link Reason}. */
export type ReasonType = Reason["type"];
