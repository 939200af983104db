import { describe, isMcpError, McpError, type ReasonType } from "@snodo/protocol";

/** Failures that say nothing about whether the server did the work. */
const LOST: ReadonlySet<ReasonType> = new Set([
  "connection_lost",
  "process_exit",
  "stream_ended",
  "stream_lost",
  "unreachable",
]);

/**
 * Tells the caller of a tool that was sent and lost that it may have run. Everything else passes through.
 *
 * @param request - what was sent
 * @param error - what the transport rejected with
 */
export function lostCall(
  request: { readonly method: string; readonly params?: unknown },
  error: unknown,
): unknown {
  if (request.method !== "tools/call" || !isMcpError(error)) return error;
  if (error.sent === "no" || error.kind !== "transport" || !LOST.has(error.reason.type)) return error;
  return new McpError(
    `${error.message}; ${describe(request)} was sent, so it may have run: check its effect before calling it again`,
    {
      kind: "transport",
      code: error.code,
      data: error.data,
      cause: error,
      sent: error.sent,
      reason: { type: "outcome_unknown", lost: error.reason },
    },
  );
}
