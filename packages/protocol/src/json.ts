/** Any value that JSON can carry. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** A JSON object whose values have not been looked at yet. */
export type JsonObject = { readonly [key: string]: unknown };

/**
 * Says whether a value is a JSON object: not null, not an array.
 *
 * @param value - anything that came out of `JSON.parse`
 * @returns true when its keys may be read
 */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads an own property, so that a name such as `toString` is never found by inheritance.
 *
 * @param object - the object to read from
 * @param key - the property's name, which may come from a peer
 * @returns the value, or undefined when the object has no such own property
 */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
