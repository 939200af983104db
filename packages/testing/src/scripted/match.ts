import { isObject, type JsonObject, own } from "@snodo/protocol";

/** A script did not go as it was written. */
export class ScriptFailure extends Error {
  override readonly name: string = "ScriptFailure";
}

/**
 * Says where a value lacks something of a pattern: every member of the pattern must be there and match, what else the
 * value holds does not matter.
 *
 * @param value - what arrived
 * @param pattern - what must be in it
 * @param path - names the value in the answer
 * @returns the first difference in words, or undefined
 */
export function difference(value: unknown, pattern: unknown, path = "params"): string | undefined {
  if (isObject(pattern)) {
    if (!isObject(value)) return `${path} is ${show(value)}, not an object`;
    return Object.entries(pattern)
      .map(([key, member]) => difference(own(value as JsonObject, key), member, `${path}.${key}`))
      .find((problem) => problem !== undefined);
  }
  if (Array.isArray(pattern)) {
    if (!Array.isArray(value) || value.length !== pattern.length) {
      return `${path} is ${show(value)}, not a list of ${pattern.length}`;
    }
    return pattern
      .map((member, index) => difference(value[index], member, `${path}[${index}]`))
      .find((problem) => problem !== undefined);
  }
  return Object.is(value, pattern) ? undefined : `${path} is ${show(value)}, not ${show(pattern)}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "missing";
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
