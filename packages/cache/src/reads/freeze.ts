/**
 * Freezes a value and all it holds, so that it can be handed out many times. Its depth does not matter.
 *
 * @param value - a value out of JSON
 * @returns the same value
 */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    // What is frozen already was seen, or came frozen.
    if (typeof next !== "object" || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const item of Array.isArray(next) ? next : Object.values(next)) {
      if (typeof item === "object") open.push(item);
    }
  }
  return value;
}
