import { classify, ErrorCode, messageOf } from "@snodo/protocol";

/**
 * Copies a message the way the wire would: what JSON cannot carry does not cross, and neither side can change what the
 * other holds.
 *
 * @param message - what is sent
 * @throws TypeError for what JSON cannot say at all, such as a bigint or a cycle
 */
export function jsonCopy(message: object): unknown {
  return JSON.parse(JSON.stringify(message));
}

/**
 * As {@link jsonCopy}, for messages of a server: an answer that JSON cannot carry becomes an error, so that nobody waits
 * for it.
 *
 * @param message - what the server sent
 * @throws TypeError as {@link jsonCopy}, for what is no answer
 */
export function serverCopy(message: object): unknown {
  try {
    return jsonCopy(message);
  } catch (error) {
    const seen = classify(message);
    if (seen.kind !== "result" && seen.kind !== "failure") throw error;
    const text = `the server's answer cannot be written as JSON: ${messageOf(error)}`;
    return { jsonrpc: "2.0", id: seen.message.id, error: { code: ErrorCode.InternalError, message: text } };
  }
}
