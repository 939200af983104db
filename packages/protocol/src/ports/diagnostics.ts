/** `debug` is expected noise, `warning` is something an operator should know about. */
export type DiagnosticLevel = "debug" | "warning";

/** Something worth knowing that is no failure of a call. */
export interface Diagnostic {
  readonly level: DiagnosticLevel;
  /** A stable name to filter by, such as `stdout_noise` or `tool_dropped`. */
  readonly code: string;
  /** One line for people. Quoted peer text is clipped; never a token. */
  readonly message: string;
  /** The server's label: its command, or its URL without credentials and query. */
  readonly server?: string | undefined;
  /** The failure behind it, when there is one. */
  readonly cause?: unknown;
}

/** Where diagnostics go. */
export interface Diagnostics {
  /** Takes one diagnostic. What it throws is ignored: reporting must not break the call it reports on. */
  report(diagnostic: Diagnostic): void;
}
