import { isMcpError, type McpError, messageOf, quote, type Reason } from "@snodo/protocol";
import { ownError } from "./cli-error.ts";
import type { ExitCode } from "./exit-codes.ts";
import { exitOf } from "./exit-of.ts";
import { hintOf, needsSignIn } from "./hint-of.ts";

/** A failure, ready to be told. With `--json` it is the last line of stderr. */
export interface Failure {
  /** The JSON-RPC code; null when the failure never was one. */
  readonly code: number | null;
  /** A stable word, such as `unreachable` or `unknown_tool`. */
  readonly reason: string;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** The server's label, once it is known. */
  readonly server: string | null;
  readonly exit: ExitCode;
  /** The last lines the server wrote to its stderr, if it was a process. */
  readonly stderrTail: string | null;
  /** What else is known: the server's `data`, the question that was asked. */
  readonly [detail: string]: unknown;
}

/** How much of the server's stderr is told, in lines. */
const TAIL_LINES = 20;

/**
 * Says what happened.
 *
 * @param error - whatever was thrown
 * @param server - the label of the server, if one was chosen
 */
export function failureOf(error: unknown, server: string | undefined): Failure {
  const common = { server: server ?? null, exit: exitOf(error) };
  const own = ownError(error);
  if (own !== undefined) {
    const { message, reason, hint, details } = own;
    return { code: null, reason, message, hint, ...common, stderrTail: null, ...details };
  }
  if (!isMcpError(error)) {
    const reason = error instanceof TypeError ? "usage" : "unexpected";
    return { code: null, reason, message: messageOf(error), ...common, stderrTail: null };
  }
  const { code, reason, data } = error;
  return {
    code,
    reason: reason.type,
    message: messageFor(error, server),
    hint: hintOf(error, server),
    ...common,
    stderrTail: stderrTail(reason),
    ...(data === undefined ? {} : { data }),
  };
}

function messageFor({ kind, code, message, reason }: McpError, server: string | undefined): string {
  // The library knows of programs that could begin a sign-in; here it is another command.
  if (needsSignIn(reason)) return `${server ?? "The server"} wants a sign-in, and nobody can be asked here.`;
  const answered = kind === "server" && !message.startsWith("cannot connect");
  return answered ? `The server answered with error ${code}: ${quote(message)}` : message;
}

function stderrTail(reason: Reason): string | null {
  if (reason.type === "outcome_unknown") return stderrTail(reason.lost);
  if (reason.type !== "process_exit") return null;
  const lines = reason.stderrTail.trimEnd().split("\n").slice(-TAIL_LINES);
  return lines.join("\n");
}
