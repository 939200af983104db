import type { CompiledSchema, JsonSchemaValidator } from "@snodo/protocol";

/** How many compiled schemas are kept for one validator. */
const KEPT = 256;

const caches = new WeakMap<JsonSchemaValidator, Map<string, CompiledSchema | undefined>>();

/**
 * A schema made ready once, on first use. The key is its content: a listing again compiles nothing, and a new schema
 * under the same `$id` is a new schema.
 *
 * @returns the check; undefined when the validator does not know the schema's dialect
 * @throws Error from the validator for a schema it cannot use
 */
export function compiledSchemas(validator: JsonSchemaValidator, schema: unknown): CompiledSchema | undefined {
  let cache = caches.get(validator);
  if (cache === undefined) {
    cache = new Map();
    caches.set(validator, cache);
  }
  const key = JSON.stringify(schema);
  const known = cache.get(key);
  if (known !== undefined || cache.has(key)) {
    // Most recently used last.
    cache.delete(key);
    cache.set(key, known);
    return known;
  }
  const compiled = validator.compile(schema);
  cache.set(key, compiled);
  if (cache.size > KEPT) {
    for (const oldest of cache.keys()) {
      cache.delete(oldest);
      break;
    }
  }
  return compiled;
}
