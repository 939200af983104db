import {
  answeredId,
  type Challenge,
  classify,
  ErrorCode,
  type JsonRpcErrorObject,
  type JsonRpcFailure,
  type RequestId,
} from "@snodo/protocol";

/** A response whose status is not 2xx, with the body as far as it was read. */
export interface Refusal {
  readonly status: number;
  readonly body: string;
  /** The request it refuses; undefined when that wanted no answer. */
  readonly id: RequestId | undefined;
  /** Whether the request carried a session id. */
  readonly session: boolean;
  /** What `WWW-Authenticate` says. */
  readonly challenge: Challenge;
}

/** What a refusal means. */
export type Judgement =
  /** The server answered the request, with a JSON-RPC error. */
  | { readonly type: "answer"; readonly response: JsonRpcFailure }
  | { readonly type: "session_expired" }
  | { readonly type: "unauthorized" }
  /** Nothing but a status; `error` is a JSON-RPC error that names no request. */
  | { readonly type: "status"; readonly error: JsonRpcErrorObject | undefined };

/** Rate limits and overload are the business of whoever sends the next request, so they keep their status. */
const KEEPS_STATUS: ReadonlySet<number> = new Set([429, 503]);

/**
 * Decides what a refusal means.
 *
 * A JSON-RPC error that names the request is its answer, whatever the status; on HTTP one that names none is, too. A
 * 404 to a request with a session id says that the session is gone, whatever the body says, except that -32601 is
 * the word of a server that knows the session and not the method. Authorization failures keep their status.
 *
 * @param refusal - the response
 */
export function judge(refusal: Refusal): Judgement {
  const { status, id, session, challenge } = refusal;
  const failure = failureIn(refusal.body);
  const named = failure?.id !== undefined && failure.id !== null;
  const ours = failure !== undefined && id !== undefined && named && isAnswerTo(id, failure.id);
  if (status === 401 || (status === 403 && challenge.schemes.length > 0)) return { type: "unauthorized" };
  if (status === 404 && session) {
    const known = ours && failure.error.code === ErrorCode.MethodNotFound;
    return known ? answer(failure, id) : { type: "session_expired" };
  }
  const anonymous = failure !== undefined && !named && id !== undefined && !KEEPS_STATUS.has(status);
  if (ours || anonymous) return answer(failure, id);
  if (status === 403) return { type: "unauthorized" };
  return { type: "status", error: failure?.error };
}

/**
 * Says whether an answer's id is that of a request.
 *
 * @param id - what was sent
 * @param answered - the answer's, as parsed
 */
export function isAnswerTo(id: RequestId, answered: unknown): boolean {
  return answered === id || (typeof id === "number" && answeredId(answered) === id);
}

function answer(failure: JsonRpcFailure, id: RequestId): Judgement {
  return { type: "answer", response: { ...failure, id } };
}

function failureIn(body: string): JsonRpcFailure | undefined {
  if (!body.trimStart().startsWith("{")) return undefined;
  try {
    const seen = classify(JSON.parse(body));
    return seen.kind === "failure" ? seen.message : undefined;
  } catch {
    // An error page, or one that was cut.
    return undefined;
  }
}
