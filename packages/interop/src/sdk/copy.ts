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
