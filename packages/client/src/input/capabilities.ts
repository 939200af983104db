import { isObject, type JsonObject } from "@snodo/protocol";
import type { InputHandlers } from "./handlers.ts";

/**
 * The capabilities to declare: those given, and under them what the handlers and extensions imply.
 *
 * A declared value wins where the two meet. `elicitation: {}` next to a `url` handler means form, so it stays form.
 *
 * @param given - the `clientCapabilities` option
 * @param handlers - the installed handlers
 * @param extensions - settings by extension identifier
 * @throws TypeError when an entry that must be merged into is not an object
 */
export function declaredCapabilities(
  given: JsonObject,
  handlers: InputHandlers,
  extensions: JsonObject | undefined,
): JsonObject {
  if (!isObject(given)) throw new TypeError("clientCapabilities must be an object");
  const merged: Record<string, unknown> = { ...given };
  if (handlers.form !== undefined || handlers.url !== undefined) {
    const declared = entry(given, "elicitation", "a form or url handler");
    const emptyMeansForm =
      declared !== undefined && Object.keys(declared).length === 0 && handlers.url !== undefined;
    merged["elicitation"] = {
      ...(handlers.form !== undefined || emptyMeansForm ? { form: {} } : {}),
      ...(handlers.url === undefined ? {} : { url: {} }),
      ...declared,
    };
  }
  if (handlers.sampling !== undefined)
    merged["sampling"] = { ...entry(given, "sampling", "a sampling handler") };
  if (handlers.roots !== undefined)
    merged["roots"] = { listChanged: false, ...entry(given, "roots", "a roots handler") };
  if (extensions !== undefined)
    merged["extensions"] = { ...extensions, ...entry(given, "extensions", "extensions") };
  return merged;
}

function entry(given: JsonObject, name: string, because: string): JsonObject | undefined {
  const declared = given[name];
  if (declared === undefined) return undefined;
  if (!isObject(declared))
    throw new TypeError(`clientCapabilities.${name} must be an object, because ${because} is installed`);
  return declared;
}
