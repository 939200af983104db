import { isMcpError, McpError, messageOf, type Reason } from "@snodo/protocol";

/** A failure as a recording holds it. */
export interface RecordedError {
  readonly message: string;
  readonly kind: McpError["kind"];
  readonly code: number;
  readonly sent: McpError["sent"];
  readonly reason: unknown;
  readonly data?: unknown;
}

/**
 * Takes an error apart for a recording.
 *
 * @param thrown - what a promise rejected with
 */
export function recordError(thrown: unknown): RecordedError {
  if (!isMcpError(thrown)) {
    const reason = { type: "other", name: thrown instanceof Error ? thrown.name : typeof thrown };
    return { message: messageOf(thrown), kind: "transport", code: -32_000, sent: "maybe", reason };
  }
  const { message, kind, code, sent, reason, data } = thrown;
  // A reason may hold maps and errors; what JSON keeps of it is enough to tell it apart.
  const plain: unknown = JSON.parse(JSON.stringify(reason));
  return data === undefined
    ? { message, kind, code, sent, reason: plain }
    : { message, kind, code, sent, reason: plain, data };
}

/** The error a recording holds, as it was thrown. */
export function replayError({ message, kind, code, sent, reason, data }: RecordedError): McpError {
  return new McpError(message, { kind, code, sent, reason: reason as Reason, data });
}
