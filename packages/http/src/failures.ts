import {
  type Challenge,
  describe,
  ErrorCode,
  type JsonRpcErrorObject,
  McpError,
  messageOf,
  publicUrl,
  quote,
  type Sent,
  transportError,
} from "@snodo/protocol";
import { networkAdvice } from "./network-advice.ts";

/** What an error is about. */
export interface Subject {
  /** The message that was sent; an answer to a server request has no method of its own. */
  readonly message: { readonly method: string; readonly params?: unknown };
  /** The server. */
  readonly label: string;
}

/** Begins every line: what was attempted, and where. */
function failed({ message, label }: Subject): string {
  return `${describe(message)} on ${label} failed`;
}

/** How a system or an HTTP client names an error. */
function codeOf(error: unknown): string | undefined {
  for (const candidate of [error, property(error, "cause"), ...errorsOf(error)]) {
    const code = property(candidate, "code");
    if (typeof code === "string") return code;
  }
  return undefined;
}

function errorsOf(error: unknown): readonly unknown[] {
  const errors = property(error, "errors");
  return Array.isArray(errors) ? errors : [];
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/**
 * The network failed.
 *
 * @param subject - what was attempted
 * @param url - where
 * @param error - what the platform said
 * @param sent - whether the server may have seen the request
 * @param hint - what else may explain it
 */
export function networkFailure(
  subject: Subject,
  url: string,
  error: unknown,
  sent: Sent,
  hint?: string | undefined,
): McpError {
  const osCode = codeOf(error);
  const said = clean(error);
  const code = osCode === undefined || said.includes(osCode) ? "" : `${osCode}: `;
  const more = hint === undefined ? "" : `; ${hint}`;
  const host = new URL(url).host;
  if (sent !== "no") {
    return transportError(
      `${failed(subject)}: the connection was lost before the answer (${code}${said})${more}`,
      { type: "connection_lost", host },
      { cause: error, sent },
    );
  }
  if (osCode === "UND_ERR_DESTROYED" || osCode === "UND_ERR_CLOSED") return closedFailure(subject, "no");
  return transportError(
    `${failed(subject)}: could not connect to ${host} (${code}${said}); ${networkAdvice(osCode)}${more}`,
    { type: "unreachable", host, osCode },
    { cause: error, sent: "no" },
  );
}

function clean(error: unknown): string {
  const cause = property(error, "cause");
  const text = messageOf(error);
  const inner = cause instanceof Error && cause.message !== "" ? `${text}: ${cause.message}` : text;
  return quote(inner === "" ? (messageOf(errorsOf(error)[0]) ?? "no reason given") : inner, 300);
}

/** The connection was closed here. */
export function closedFailure(subject: Subject, sent: Sent): McpError {
  return transportError(`${failed(subject)}: the connection was closed`, { type: "closed" }, { sent });
}

/** What a failed response said, besides its status. */
export interface StatusDetails {
  readonly body: string;
  readonly retryAfter?: number | undefined;
  /** A JSON-RPC error in the body that names no request. */
  readonly error?: JsonRpcErrorObject | undefined;
  readonly hint?: string | undefined;
}

/** The server answered with an HTTP error. */
export function statusFailure(subject: Subject, status: number, details: StatusDetails): McpError {
  const { body, retryAfter, error } = details;
  const hint = details.hint ?? (status === 404 ? "check that the URL is that of an MCP endpoint" : undefined);
  const text = quote(error === undefined ? body : `${error.code} ${error.message}`, 300);
  const wait = retryAfter === undefined ? "" : `; it asks to wait ${Math.ceil(retryAfter / 1000)} s`;
  const more = hint === undefined ? "" : `; ${hint}`;
  return transportError(
    `${failed(subject)}: the server answered HTTP ${status}${text === "" ? "" : `: ${text}`}${wait}${more}`,
    { type: "http_status", status, body: quote(body), retryAfter },
    { sent: "yes", data: error?.data },
  );
}

/** The server wants credentials, or others, and there are none to give it. */
export function unauthorizedFailure(subject: Subject, challenge: Challenge, body: string): McpError {
  const { status, error, errorDescription, scope } = challenge;
  const why = [error, errorDescription, scope === undefined ? undefined : `scope ${scope}`]
    .filter((part) => part !== undefined)
    .join(": ");
  const text = quote(why === "" ? body : why, 300);
  const [what, advice] =
    status === 401
      ? [
          "the server got no credentials it accepts",
          "; they come from the headers or the tokenProvider option",
        ]
      : ["the credentials do not permit this", ""];
  return transportError(
    `${failed(subject)}: ${what} (HTTP ${status}${text === "" ? "" : `: ${text}`})${advice}`,
    { type: "unauthorized", status, challenge },
    { sent: "yes" },
  );
}

/** The server no longer knows the session the request carried. */
export function sessionFailure(subject: Subject): McpError {
  return transportError(
    `${failed(subject)}: the server no longer knows the session (HTTP 404)`,
    { type: "session_expired" },
    // It was refused before it was looked at.
    { sent: "no" },
  );
}

/** The server did not take a message that wants no answer. */
export function timeoutFailure(subject: Subject, timeoutMs: number): McpError {
  return new McpError(`${failed(subject)}: the server did not take it within ${timeoutMs} ms`, {
    kind: "transport",
    code: ErrorCode.Timeout,
    reason: { type: "timeout", timeoutMs },
    sent: "maybe",
  });
}

/** The server took the request and will not answer it. */
export function noAnswerFailure(subject: Subject, status: number): McpError {
  const what = status === 200 ? "with an empty body" : `HTTP ${status}`;
  return transportError(
    `${failed(subject)}: the server answered ${what}, which is no answer to a request`,
    { type: "no_answer", status },
    { sent: "yes" },
  );
}

/**
 * An event stream ended and the answer was not on it.
 *
 * @param subject - what was attempted
 * @param cause - what cut it; undefined when the server ended it
 * @param unreadable - how many of its events could not be read
 */
export function streamEndFailure(subject: Subject, cause: unknown, unreadable: number): McpError {
  const how = cause === undefined ? "the server ended the stream" : `the stream was cut (${clean(cause)})`;
  const noise = unreadable === 0 ? "" : `; ${unreadable} of its events could not be read`;
  return transportError(
    `${failed(subject)}: ${how} without the answer${noise}`,
    { type: "stream_ended" },
    { cause, sent: "yes" },
  );
}

/**
 * A stream ended without the answer and could not be resumed.
 *
 * @param subject - what was attempted
 * @param end - how resuming went
 * @param cause - what cut the stream in the first place
 */
export function resumeFailure(
  subject: Subject,
  end: { readonly type: "refused" | "lost"; readonly problem: string },
  cause: unknown,
): McpError {
  const how =
    end.type === "refused"
      ? `the server refused to resume it (${end.problem})`
      : `resuming it failed: ${end.problem}`;
  return transportError(
    `${failed(subject)}: the stream ended without the answer, and ${how}`,
    { type: "stream_ended" },
    { cause, sent: "yes" },
  );
}

/** The stream on which the server was to answer is gone. */
export function streamLostFailure(subject: Subject, problem: string): McpError {
  return transportError(
    `${failed(subject)}: the server took it and was to answer on the event stream, which is lost (${problem})`,
    { type: "stream_lost" },
    { sent: "yes" },
  );
}

/** The body is of a type that holds no answer. */
export function contentTypeFailure(subject: Subject, status: number, contentType: string): McpError {
  const type = quote(contentType, 100);
  return transportError(
    `${failed(subject)}: the server answered HTTP ${status} with ${type}, not JSON or an event stream; check that the URL is that of an MCP endpoint`,
    { type: "content_type", contentType: type },
    { sent: "yes" },
  );
}

/** The body cannot be decoded. */
export function encodingFailure(subject: Subject, encoding: string, error: unknown): McpError {
  const coding = quote(encoding, 60);
  const what =
    error === undefined ? "which cannot be decoded here" : `and is broken: ${quote(messageOf(error), 200)}`;
  return transportError(
    `${failed(subject)}: the response is coded as "${coding}" ${what}; the header accept-encoding: identity asks for plain responses`,
    { type: "content_encoding", encoding: coding },
    { cause: error, sent: "yes" },
  );
}

/** The response is larger than allowed. */
export function sizeFailure(subject: Subject, limit: number, status: number | undefined): McpError {
  const which = status === undefined || status < 300 ? "response" : `HTTP ${status} response`;
  return transportError(
    `${failed(subject)}: the ${which} is larger than maxResponseBytes (${limit})`,
    { type: "max_response_bytes", limit },
    { sent: "yes" },
  );
}

/** The server broke the protocol. */
export function messageFailure(subject: Subject, problem: string): McpError {
  return new McpError(`${failed(subject)}: the server's answer is invalid: ${problem}`, {
    kind: "protocol",
    code: ErrorCode.InvalidRequest,
    reason: { type: "invalid_message", problem },
    sent: "yes",
  });
}

/** A redirect that is not followed. */
export function redirectFailure(subject: Subject, status: number, target: string, problem: string): McpError {
  const shown = target === "" ? "" : ` to ${publicUrl(target)}`;
  return transportError(
    `${failed(subject)}: the redirect${shown} (HTTP ${status}) was not followed: ${problem}; if the server moved, use its new URL`,
    { type: "redirect", status, target: target === "" ? "" : publicUrl(target) },
    { sent: "yes" },
  );
}

/** A header cannot be sent. */
export function headerFailure(subject: Subject, header: string, cause: Error): McpError {
  return new McpError(`${failed(subject)}: ${cause.message}`, {
    kind: "protocol",
    code: ErrorCode.InvalidParams,
    reason: { type: "invalid_header", header },
    cause,
  });
}

/** An argument cannot be mirrored into a header. */
export function toolHeaderFailure(subject: Subject, cause: Error): McpError {
  const params = subject.message.params as { readonly name?: unknown } | undefined;
  const tool = typeof params?.name === "string" ? params.name : "";
  return new McpError(`${failed(subject)}: ${cause.message}`, {
    kind: "protocol",
    code: ErrorCode.InvalidParams,
    reason: { type: "invalid_tool_headers", tool, problem: cause.message },
    cause,
  });
}

/** A redirect whose target the platform hides. */
export function opaqueRedirectFailure(subject: Subject): McpError {
  return transportError(
    `${failed(subject)}: the server redirects, and this platform does not show where; use the URL it redirects to`,
    { type: "redirect", status: 0, target: "" },
    { sent: "yes" },
  );
}
