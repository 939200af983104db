import { ErrorCode, type McpError, type Reason } from "@snodo/protocol";

/**
 * What a user of this command can do about a failure of the libraries, where their message does not say.
 *
 * @param error - the failure
 * @param server - the label of the server
 */
export function hintOf({ reason, code, message }: McpError, server: string | undefined): string | undefined {
  if (needsSignIn(reason)) return `Sign in with: snodo login ${server ?? "URL"}`;
  switch (reason.type) {
    case "timeout":
      return "Give it longer with --timeout, such as --timeout 2m; 0 waits for ever.";
    case "unauthorized":
      return `Sign in with: snodo login ${server ?? "URL"} - or set SNODO_TOKEN.`;
    case "process_exit":
      return reason.exitCode === 0 && reason.stderrTail === "" ? "Is it an MCP server?" : undefined;
    case "no_input_handler":
      return reason.kind?.startsWith("sampling") === true
        ? "Answer it with --sampling-command, a program that reads the request and prints the answer."
        : undefined;
    case "unsupported_version":
      return "Leave --protocol out to take what the server speaks.";
    case "server_error":
      if (code !== ErrorCode.MethodNotFound) return undefined;
      return message.startsWith("cannot connect")
        ? "Is it an MCP server?"
        : "`snodo info SERVER` shows what the server offers.";
    default:
      return undefined;
  }
}

/** Whether a user has to sign in, and could not be asked to. */
export function needsSignIn(reason: Reason): boolean {
  return reason.type === "authorization" && reason.problem === "interaction_required";
}
