import { type Diagnostic, type Diagnostics, type McpError, quote } from "@snodo/protocol";

/** How much of a line a diagnostic quotes, in characters. */
const QUOTED = 200;
/** So many of a code are warnings. */
const LOUD = 10;

/**
 * The codes of the diagnostics this package reports, at level `warning`; from the eleventh of a code on a connection at
 * level `debug`, for a server that logs to stdout does so for as long as it runs. The message correlator of
 * `@snodo/protocol` adds its own, such as `invalid_message` for JSON that is no message.
 */
export const StdioDiagnostic: {
  /** A line on stdout is not JSON and was skipped. Servers must log to stderr. */
  readonly Noise: "stdout_noise";
  /** A line on stdout is not UTF-8 and was skipped. */
  readonly InvalidUtf8: "stdout_invalid_utf8";
  /** A line on stdout is over `maxLineBytes`; the rest of it is being discarded. */
  readonly LineTooLong: "stdout_line_too_long";
  /** Something failed while a message was handed on. */
  readonly DeliveryFailed: "delivery_failed";
  /** The `stderr` function threw; reported once a connection. */
  readonly StderrListenerFailed: "stderr_listener_failed";
  /** Processes of the server were still there after `close()` had tried everything. */
  readonly ProcessSurvived: "process_survived";
} = Object.freeze({
  Noise: "stdout_noise",
  InvalidUtf8: "stdout_invalid_utf8",
  LineTooLong: "stdout_line_too_long",
  DeliveryFailed: "delivery_failed",
  StderrListenerFailed: "stderr_listener_failed",
  ProcessSurvived: "process_survived",
});

/** A code of {@link StdioDiagnostic}. */
export type StdioDiagnosticCode = (typeof StdioDiagnostic)[keyof typeof StdioDiagnostic];

/** Reports one diagnostic of this package. */
export type Report = (
  code: StdioDiagnosticCode,
  message: string,
  quoted?: string,
  cause?: McpError | unknown,
) => void;

/**
 * Binds the diagnostics of one server, so that a broken sink cannot break the connection.
 *
 * @param diagnostics - where they go
 * @param server - the label of the server
 */
export function reporter(diagnostics: Diagnostics, server: string): Report {
  const counts = new Map<StdioDiagnosticCode, number>();
  return (code, message, quoted, cause) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    const text = quoted === undefined ? message : `${message}: ${quote(quoted, QUOTED)}`;
    const diagnostic: Diagnostic = {
      level: count > LOUD ? "debug" : "warning",
      code,
      message: `${server} ${text}${count === LOUD ? "; more of these are told at level debug" : ""}`,
      server,
      ...(cause === undefined ? {} : { cause }),
    };
    try {
      diagnostics.report(diagnostic);
    } catch {
      // The port says that reporting must not break what it reports on.
    }
  };
}
