import type { CompiledSchema, JsonSchemaValidator } from "@snodo/protocol";

let loaded: JsonSchemaValidator | undefined;

/** Loads what checks values against schemas. */
export async function loadValidator(): Promise<JsonSchemaValidator> {
  if (loaded === undefined) {
    const { cfworkerValidator } = await import("@snodo/client/json-schema");
    loaded = cfworkerValidator();
  }
  return loaded;
}

/** Checks results once it is loaded: connecting must not wait for it. A call loads it before it is sent. */
export const lazyValidator: JsonSchemaValidator = {
  compile: (schema): CompiledSchema | undefined => loaded?.compile(schema),
};
