import type { Client, Closed } from "@snodo/client";
import { ErrorCode, isMcpError, McpError, quote, transportError } from "@snodo/protocol";
import type { Task } from "./task.ts";

/** Names a task and its server in errors. */
function nameOf(client: Client, taskId: string): string {
  return `task "${quote(taskId, 80)}" on ${client.label}`;
}

/** The server wrote something that is no task. */
export function malformed(what: string, problem: string): McpError {
  return new McpError(`${what} is invalid: ${problem}`, {
    kind: "protocol",
    code: ErrorCode.InvalidRequest,
    reason: { type: "invalid_result", problem },
    sent: "yes",
  });
}

/** The task was cancelled, by this client or by anybody else. */
export function cancelled(client: Client, task: Task): McpError {
  const why = task.statusMessage === undefined ? "" : `: ${quote(task.statusMessage, 300)}`;
  return transportError(
    `${nameOf(client, task.taskId)} was cancelled${why}`,
    { type: "task", problem: "cancelled", taskId: task.taskId },
    { data: task, sent: "yes" },
  );
}

/** The server kept the task as long as it promised. */
export function expired(client: Client, task: Task): McpError {
  return transportError(
    `${nameOf(client, task.taskId)} is still ${task.status} after the ${task.ttlMs} ms the server keeps it; call the tool again`,
    { type: "task", problem: "expired", taskId: task.taskId },
    { data: task, sent: "yes" },
  );
}

/** The caller's patience is over; the task goes on. */
export function waitedTooLong(client: Client, taskId: string, timeoutMs: number): McpError {
  return new McpError(
    `${nameOf(client, taskId)} was not done after waiting ${timeoutMs} ms; it goes on: wait again, or cancel it`,
    {
      kind: "transport",
      code: ErrorCode.Timeout,
      reason: { type: "timeout", timeoutMs },
      sent: "yes",
    },
  );
}

/** The connection ended while somebody waited; the task may go on. */
export function connectionEnded(client: Client, taskId: string, { reason, message }: Closed): McpError {
  return transportError(
    `${nameOf(client, taskId)} is not waited for any more: ${message}; it may go on: take it up again with its id`,
    reason,
    { sent: "yes" },
  );
}

/** The server does not offer what was asked. */
export function notSupported(client: Client, taskId: string, what: string): McpError {
  return new McpError(`${nameOf(client, taskId)}: ${what}`, {
    kind: "protocol",
    code: ErrorCode.MethodNotFound,
    reason: { type: "task", problem: "not_supported", taskId },
    sent: "no",
  });
}

/** Says how a task that asks something is answered by hand; every other error passes through. */
export function explainInput(client: Client, taskId: string, error: unknown): unknown {
  if (!isMcpError(error, "input_required")) return error;
  return new McpError(
    `${nameOf(client, taskId)} needs input and no inputHandlers are installed: answer its inputRequests with update() and wait with answerInput: false, or install handlers`,
    { kind: error.kind, code: error.code, reason: error.reason, sent: error.sent, cause: error },
  );
}

/** Whether asking again later may succeed: the network failed, not the server and not the caller. */
export function mayPass(error: unknown): boolean {
  if (!isMcpError(error) || error.kind !== "transport") return false;
  switch (error.reason.type) {
    case "timeout":
    case "connection_lost":
    case "unreachable":
    case "stream_lost":
    case "stream_ended":
    case "no_answer":
      return true;
    case "http_status":
      return error.reason.status === 429 || error.reason.status >= 500;
    default:
      return false;
  }
}
