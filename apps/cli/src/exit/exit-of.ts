import { ErrorCode, isMcpError, type McpError, type Reason } from "@snodo/protocol";
import { ownError } from "./cli-error.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";

/**
 * The exit code of a failure. The one place where it is decided.
 *
 * @param error - whatever was thrown
 */
export function exitOf(error: unknown): ExitCode {
  const own = ownError(error);
  if (own !== undefined) return own.exit;
  if (isMcpError(error)) return exitOfReason(error.reason, error);
  // The libraries throw `TypeError` for a misuse before anything is sent: here that is what the user wrote.
  return error instanceof TypeError ? EXIT.Usage : EXIT.ToolError;
}

function exitOfReason(reason: Reason, error: McpError): ExitCode {
  switch (reason.type) {
    case "server_error":
      return exitOfAnswer(error.code);
    case "timeout":
    case "max_total_timeout":
      return EXIT.Timeout;
    case "outcome_unknown":
      return exitOfReason(reason.lost, error);
    case "closed":
    case "connection_lost":
    case "unreachable":
    case "spawn_failed":
    case "process_exit":
    case "stream_lost":
    case "session_expired":
    case "redirect":
    case "stream_ended":
      return EXIT.Unreachable;
    case "http_status":
      return reason.status === 401 || reason.status === 403 ? EXIT.Authorization : EXIT.Unreachable;
    case "unauthorized":
    case "authorization":
      return EXIT.Authorization;
    case "input_required":
    case "no_input_handler":
    case "input_handler":
      return EXIT.InputNeeded;
    case "unsupported_version":
    case "method_not_defined":
    case "invalid_header":
      return EXIT.Usage;
    case "task":
      return { cancelled: EXIT.ToolError, expired: EXIT.Timeout, not_supported: EXIT.Usage }[reason.problem];
    case "no_answer":
    case "content_type":
    case "content_encoding":
    case "max_response_bytes":
    case "max_pages":
    case "invalid_message":
    case "invalid_result":
    case "unknown_result_type":
    case "repeated_cursor":
    case "invalid_tool_headers":
    case "max_input_rounds":
    case "malformed_input_request":
    case "output_mismatch":
    case "output_schema":
    case "skill":
    case "other":
      return EXIT.Protocol;
  }
}

/** What a JSON-RPC error of the server means for whoever ran the command. */
function exitOfAnswer(code: number): ExitCode {
  switch (code) {
    case ErrorCode.InvalidParams:
    case ErrorCode.MethodNotFound:
    case ErrorCode.ResourceNotFound:
    case ErrorCode.UnsupportedVersion:
      return EXIT.Usage;
    case ErrorCode.ParseError:
    case ErrorCode.InvalidRequest:
    case ErrorCode.HeaderMismatch:
      return EXIT.Protocol;
    case ErrorCode.MissingClientCapability:
    case ErrorCode.UrlElicitationRequired:
      return EXIT.InputNeeded;
    default:
      return EXIT.ToolError;
  }
}
