/**
 * Checks what is to be the signal of a call: passing the controller instead is easily done.
 *
 * @param name - the option's name, for the error
 * @param value - what the caller gave; undefined means none
 * @throws TypeError when it is no AbortSignal, of any realm or polyfill
 */
export function checkSignal(name: string, value: unknown): void {
  if (value === undefined) return;
  const found = value as Partial<AbortSignal> | null;
  if (typeof found?.throwIfAborted === "function" && typeof found.addEventListener === "function") return;
  const instead = value instanceof AbortController ? "; pass the signal of the AbortController" : "";
  throw new TypeError(`${name} must be an AbortSignal${instead}`);
}
