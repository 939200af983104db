import {
  describe,
  type JsonRpcRequest,
  type McpError,
  type ProcessExit,
  quote,
  type Sent,
  transportError,
} from "@snodo/protocol";

/** How much of the stderr tail a message quotes, in characters. */
const QUOTED = 1000;

/** How a process ended, or that it only let go of a pipe. */
export type Ending = (
  | ({ readonly type: "exit" } & ProcessExit)
  | { readonly type: "pipe_closed"; readonly pipe: "stdin" | "stdout"; readonly stderrTail: string }
) & {
  /** False when stderr went elsewhere, so that an empty tail says nothing. */
  readonly captured: boolean;
};

/**
 * The error of a call, or of the connection, that ended because the process did.
 *
 * @param label - names the server
 * @param ending - how it ended
 * @param request - the call that is lost; without one it is the connection
 * @param sent - whether the server may have seen the request
 */
export function endingError(
  label: string,
  ending: Ending,
  request: JsonRpcRequest | undefined,
  sent: Sent,
): McpError {
  const subject =
    request === undefined ? `the connection to ${label} is lost` : `${describe(request)} on ${label} failed`;
  const message = `${subject}: ${story(ending)}. ${lastWords(ending)}. Connect again to start it anew`;
  if (ending.type === "pipe_closed") return transportError(message, { type: "connection_lost" }, { sent });
  const { exitCode, signal, stderrTail } = ending;
  return transportError(message, { type: "process_exit", exitCode, signal, stderrTail }, { sent });
}

function story(ending: Ending): string {
  if (ending.type === "pipe_closed") return `the server process closed its ${ending.pipe} without exiting`;
  if (ending.signal !== null) return `the server process was ended by ${ending.signal}`;
  return `the server process exited with code ${ending.exitCode ?? "unknown"}`;
}

function lastWords({ stderrTail, captured }: Ending): string {
  if (!captured) return "Its stderr went to the stderr of this process";
  const text = stderrTail.trim();
  if (text === "") return "It left nothing on stderr";
  const start = text.length > QUOTED ? text.indexOf("\n", text.length - QUOTED) + 1 : 0;
  const end = text.slice(start === 0 ? -QUOTED : start);
  return `Its stderr ended with: ${quote(end, QUOTED)}`;
}
