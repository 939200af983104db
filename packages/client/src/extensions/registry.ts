import type { JsonObject } from "@snodo/protocol";
import type { Extension } from "./extension.ts";

/** The installed extensions, looked up by what they own. */
export interface ExtensionRegistry {
  /** Settings by identifier, for `capabilities.extensions`; undefined without extensions. */
  readonly settings: JsonObject | undefined;
  readonly resultTypes: ReadonlySet<string> | undefined;
  /** The extension that owns a method. */
  owner(method: string): Extension | undefined;
}

const IDENTIFIER =
  /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\/[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;

/**
 * Puts extensions together.
 *
 * @param extensions - the `extensions` option
 * @throws TypeError for an identifier without prefix, one given twice, or a method two of them own
 */
export function extensionRegistry(extensions: readonly Extension[]): ExtensionRegistry {
  const owners = new Map<string, Extension>();
  const settings = new Map<string, JsonObject>();
  const resultTypes = new Set<string>();
  for (const extension of extensions) {
    if (!IDENTIFIER.test(extension.id))
      throw new TypeError(`"${extension.id}" is not an extension identifier such as "com.example/name"`);
    if (settings.has(extension.id)) throw new TypeError(`the extension ${extension.id} is installed twice`);
    settings.set(extension.id, extension.settings ?? {});
    for (const type of extension.resultTypes ?? []) resultTypes.add(type);
    for (const method of extension.methods ?? []) {
      if (owners.has(method)) throw new TypeError(`two extensions own ${method}`);
      owners.set(method, extension);
    }
  }
  return {
    settings: settings.size === 0 ? undefined : Object.fromEntries(settings),
    resultTypes: resultTypes.size === 0 ? undefined : resultTypes,
    owner: (method) => owners.get(method),
  };
}
