import { ErrorCode, type McpError } from "@snodo/protocol";

/**
 * What a user of this command can do about a failure of the libraries, where their message does not say.
 *
 * @param error - the failure
 */
export function hintOf({ reason, code }: McpError): string | undefined {
  switch (reason.type) {
    case "timeout":
      return "Give it longer with --timeout, such as --timeout 2m; 0 waits for ever.";
    case "unauthorized":
      return "Sign in with `snodo login URL`, or set SNODO_TOKEN.";
    case "authorization":
      return reason.problem === "interaction_required" ? "Sign in with `snodo login URL` first." : undefined;
    case "no_input_handler":
      return reason.kind?.startsWith("sampling") === true
        ? "Answer it with --sampling-command, a program that reads the request and prints the answer."
        : undefined;
    case "unsupported_version":
      return "Leave --protocol out to take what the server speaks.";
    case "server_error":
      return code === ErrorCode.MethodNotFound ? "`snodo info` shows what the server offers." : undefined;
    default:
      return undefined;
  }
}
