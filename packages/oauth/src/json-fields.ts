import { isObject, type JsonObject, own } from "@snodo/protocol";

/**
 * A non-empty string property; `""`, null and anything else count as absent.
 *
 * @param object - a peer's document
 * @param key - the property
 */
export function textField(object: JsonObject, key: string): string | undefined {
  const value = own(object, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * The strings of a list property; undefined when it is no list.
 *
 * @param object - a peer's document
 * @param key - the property
 */
export function listField(object: JsonObject, key: string): readonly string[] | undefined {
  const value = own(object, key);
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === "string" && item !== "")
    : undefined;
}

/**
 * A number property that may come as its decimal string.
 *
 * @param object - a peer's document
 * @param key - the property
 */
export function numberField(object: JsonObject, key: string): number | undefined {
  const value = own(object, key);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/**
 * Parses a body that must be a JSON object.
 *
 * @param text - the body
 * @returns the object, or undefined for anything else
 */
export function jsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
