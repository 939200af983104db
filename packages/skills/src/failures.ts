import type { Client } from "@snodo/client";
import { ErrorCode, McpError, quote } from "@snodo/protocol";

type Problem = Extract<McpError["reason"], { readonly type: "skill" }>["problem"];

/** Names a skill, or a file of one, and its server. */
export function nameOf(client: Client, uri: string): string {
  const server = client.session.serverInfo?.name;
  return `"${quote(uri, 200)}" of ${typeof server === "string" ? quote(server, 80) : "the server"}`;
}

/** The error of a skill, or of a file of one, that must not be used. */
export function refused(problem: Problem, uri: string, message: string, data?: unknown): McpError {
  return new McpError(message, {
    kind: "protocol",
    code: ErrorCode.InvalidRequest,
    reason: { type: "skill", problem, uri },
    data,
    sent: "yes",
  });
}

/** The server does not declare what was asked for: nothing was sent. */
export function notSupported(client: Client, what: string): McpError {
  const server = client.session.serverInfo?.name;
  const name = typeof server === "string" ? quote(server, 80) : "the server";
  const { era, protocolVersion } = client.session;
  const why =
    era === "initialize" ? ` (it takes 2026-07-28, and the connection speaks ${protocolVersion})` : "";
  return new McpError(`${name} does not declare ${what}${why}; check supports() first`, {
    kind: "protocol",
    code: ErrorCode.MethodNotFound,
    reason: { type: "skill", problem: "not_supported" },
    sent: "no",
  });
}

/** An answer that is none. */
export function malformed(what: string, problem: string): McpError {
  return new McpError(`${what} is invalid: ${problem}`, {
    kind: "protocol",
    code: ErrorCode.InvalidRequest,
    reason: { type: "invalid_result", problem },
    sent: "yes",
  });
}
