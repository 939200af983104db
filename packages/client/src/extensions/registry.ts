import type { JsonObject } from "@snodo/protocol";
import type { Extension } from "./extension.ts";

/** The installed extensions, looked up by what they own. */
export interface ExtensionRegistry {
  /** Settings by identifier, for `capabilities.extensions`; undefined without extensions. */
  readonly settings: JsonObject | undefined;
  /** The result types that a method may be answered with; undefined when no extension adds any. */
  resultTypes(method: string): ReadonlySet<string> | undefined;
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
  const added = new ResultTypes();
  for (const extension of extensions) {
    if (!IDENTIFIER.test(extension.id))
      throw new TypeError(`"${extension.id}" is not an extension identifier such as "com.example/name"`);
    if (settings.has(extension.id)) throw new TypeError(`the extension ${extension.id} is installed twice`);
    settings.set(extension.id, extension.settings ?? {});
    added.add(extension);
    for (const method of extension.methods ?? []) {
      if (owners.has(method)) throw new TypeError(`two extensions own ${method}`);
      owners.set(method, extension);
    }
  }
  return {
    settings: settings.size === 0 ? undefined : Object.fromEntries(settings),
    resultTypes: (method) => added.of(method),
    owner: (method) => owners.get(method),
  };
}

/** Which result types belong to which methods. */
class ResultTypes {
  readonly #anywhere = new Set<string>();
  readonly #byMethod = new Map<string, Set<string>>();

  add({ resultTypes = [], resultMethods, methods = [] }: Extension): void {
    for (const type of resultTypes) {
      if (resultMethods === undefined) this.#everywhere(type);
      else for (const method of [...resultMethods, ...methods]) this.#setOf(method).add(type);
    }
  }

  of(method: string): ReadonlySet<string> | undefined {
    const types = this.#byMethod.get(method) ?? this.#anywhere;
    return types.size === 0 ? undefined : types;
  }

  #everywhere(type: string): void {
    this.#anywhere.add(type);
    for (const types of this.#byMethod.values()) types.add(type);
  }

  #setOf(method: string): Set<string> {
    let types = this.#byMethod.get(method);
    if (types === undefined) {
      types = new Set(this.#anywhere);
      this.#byMethod.set(method, types);
    }
    return types;
  }
}
