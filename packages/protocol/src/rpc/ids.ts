/**
 * Turns the id of an answer into the integer id of the request it answers.
 *
 * Type and value must match, except that gateways which turn numbers into strings are tolerated: the canonical
 * decimal string of a number is that number. Nothing looser: `""`, `" 1"`, `"1.0"` and `true` answer nothing.
 *
 * @param id - the `id` of an answer, as parsed
 * @returns the number, or undefined when no request of ours can have that id
 */
export function answeredId(id: unknown): number | undefined {
  if (typeof id === "number") return id;
  if (typeof id !== "string") return undefined;
  const number = Number(id);
  return Number.isSafeInteger(number) && String(number) === id ? number : undefined;
}

/**
 * Says whether two ids name the same request: `1` and `"1"` do not.
 *
 * @param a - one id
 * @param b - the other
 */
export function sameId(a: unknown, b: unknown): boolean {
  return (typeof a === "number" || typeof a === "string") && a === b;
}
