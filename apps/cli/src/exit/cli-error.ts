import { EXIT, type ExitCode } from "./exit-codes.ts";

/** What a {@link CliError} carries besides its message. */
export interface CliErrorInit {
  readonly exit: ExitCode;
  /** A stable word for scripts, such as `unknown_tool`. */
  readonly reason: string;
  /** What to do about it; a line of its own on a terminal. */
  readonly hint?: string | undefined;
  /** Further fields of the error line of `--json`. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/** A failure of the command itself: what the libraries below report stays an `McpError`. */
export class CliError extends Error {
  override readonly name: string = "CliError";
  readonly exit: ExitCode;
  readonly reason: string;
  readonly hint: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, init: CliErrorInit) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause });
    this.exit = init.exit;
    this.reason = init.reason;
    this.hint = init.hint;
    this.details = init.details ?? {};
  }
}

/**
 * A command line, or an argument, that cannot be meant.
 *
 * @param message - what is wrong
 * @param hint - what to write instead
 * @param reason - defaults to `usage`
 */
export function usageError(message: string, hint?: string, reason = "usage"): CliError {
  return new CliError(message, { exit: EXIT.Usage, reason, hint });
}

/** How deep a cause is looked for. */
const DEPTH = 8;

/**
 * The error of this command behind an error of the libraries: what was thrown into a handler or a sign-in comes back as
 * the cause of theirs, and says more.
 *
 * @param error - whatever was thrown
 */
export function ownError(error: unknown): CliError | undefined {
  let cause = error;
  for (let depth = 0; depth < DEPTH && cause instanceof Error; depth += 1) {
    if (cause instanceof CliError) return cause;
    cause = cause.cause;
  }
  return undefined;
}

/** Ctrl-C, or a signal that ends the program. The reason calls are aborted with. */
export class Interrupted extends CliError {
  override readonly name: string = "Interrupted";

  constructor() {
    super("Interrupted.", { exit: EXIT.Interrupted, reason: "interrupted" });
  }
}
