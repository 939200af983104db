import {
  classify,
  describe,
  isMcpError,
  isObject,
  type JsonRpcFailure,
  type JsonRpcRequest,
  type McpError,
  messageOf,
  own,
  quote,
  type Reason,
  sameId,
  transportError,
} from "@snodo/protocol";

/** How much of a response body a reason keeps, in characters. */
const BODY = 2048;

const UNREACHABLE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** What the platforms say when `fetch` did not reach anybody. */
const FETCH_FAILED = /fetch failed|failed to fetch|load failed|networkerror/i;

/**
 * Turns what an official transport throws into an {@link McpError}. Both generations are told by the fields of their
 * errors: a second copy of the SDK has other classes.
 *
 * @param error - what was thrown
 * @param label - names the server
 * @param request - what was sent, when it was a request
 */
export function toMcpError(error: unknown, label: string, request?: JsonRpcRequest): McpError {
  if (isMcpError(error)) return error;
  const reason = reasonOf(error);
  const what =
    request === undefined ? `the connection to ${label} failed` : `${describe(request)} on ${label} failed`;
  // Nothing of it can have reached a server that could not be started or found.
  const sent = reason.type === "spawn_failed" || reason.type === "unreachable" ? "no" : "maybe";
  return transportError(`${what}: ${quote(messageOf(error), 300)}`, reason, { cause: error, sent });
}

/**
 * The JSON-RPC error that the SDK left in the text of an HTTP error, when it answers this request.
 *
 * @param error - what was thrown
 * @param request - what was sent
 */
export function answerIn(error: unknown, request: JsonRpcRequest): JsonRpcFailure | undefined {
  const data = isObject(error) ? own(error, "data") : undefined;
  const text = isObject(data) ? own(data, "text") : undefined;
  if (typeof text !== "string" || !text.startsWith("{")) return undefined;
  try {
    const seen = classify(JSON.parse(text));
    return seen.kind === "failure" && sameId(seen.message.id, request.id) ? seen.message : undefined;
  } catch {
    // Not JSON after all: the status alone says what happened.
    return undefined;
  }
}

function reasonOf(error: unknown): Reason {
  const status = statusOf(error);
  if (status !== undefined) return { type: "http_status", status, body: messageOf(error).slice(0, BODY) };
  const code = field(error, "code");
  if (field(error, "name") === "UnauthorizedError") return { type: "http_status", status: 401 };
  if (typeof field(error, "syscall") === "string" && String(field(error, "syscall")).startsWith("spawn")) {
    return { type: "spawn_failed", command: String(field(error, "path") ?? ""), osCode: String(code) };
  }
  const cause = field(error, "cause");
  const osCode = typeof code === "string" ? code : field(cause, "code");
  if (UNREACHABLE.test(String(osCode)) || (error instanceof TypeError && FETCH_FAILED.test(error.message))) {
    return { type: "unreachable", osCode: typeof osCode === "string" ? osCode : undefined };
  }
  return { type: "connection_lost" };
}

/** The second generation says `status`, the first puts it into `code`. */
function statusOf(error: unknown): number | undefined {
  for (const value of [field(error, "status"), field(error, "code")]) {
    if (typeof value === "number" && Number.isInteger(value) && value >= 100 && value < 600) return value;
  }
  return undefined;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && name in value
    ? (value as { readonly [name: string]: unknown })[name]
    : undefined;
}
