/** What the command exits with, in every mode. */
export const EXIT: {
  readonly Ok: 0;
  /** The tool ran and reported an error, or the server answered with one. */
  readonly ToolError: 1;
  /** A bad option or argument, an unknown tool or server, arguments the schema refuses. */
  readonly Usage: 2;
  /** The server cannot be reached or started, or it died. */
  readonly Unreachable: 3;
  readonly Authorization: 4;
  readonly Timeout: 5;
  /** The server broke the protocol. */
  readonly Protocol: 6;
  /** The server needs an answer of a user, and there is nobody to ask. */
  readonly InputNeeded: 7;
  readonly Interrupted: 130;
} = Object.freeze({
  Ok: 0,
  ToolError: 1,
  Usage: 2,
  Unreachable: 3,
  Authorization: 4,
  Timeout: 5,
  Protocol: 6,
  InputNeeded: 7,
  Interrupted: 130,
});

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
