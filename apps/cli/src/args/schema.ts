import { isObject, type JsonObject, own } from "@snodo/protocol";

/** A type of JSON Schema; `any` where a schema does not say. */
export type TypeName = "string" | "number" | "integer" | "boolean" | "null" | "object" | "array" | "any";

/** One way a value may look. */
export interface Alternative {
  readonly type: TypeName;
  readonly schema: JsonObject;
}

const TYPES: ReadonlySet<string> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "null",
  "object",
  "array",
]);
/** A schema of a tool is shallow; one that refers to itself ends here. */
const MAX_DEPTH = 16;

/**
 * The ways a value may look, in the order the schema tells them. References within the schema are followed.
 *
 * @param schema - of the value
 * @param root - the schema of the tool, which references start from
 */
export function alternativesOf(schema: unknown, root: JsonObject): readonly Alternative[] {
  return collect(schema, root, 0);
}

function collect(given: unknown, root: JsonObject, depth: number): readonly Alternative[] {
  const schema = resolve(given, root);
  if (schema === undefined || depth > MAX_DEPTH) return [{ type: "any", schema: {} }];
  const union = own(schema, "anyOf") ?? own(schema, "oneOf");
  const type = own(schema, "type");
  if (Array.isArray(union) && type === undefined)
    return union.flatMap((each) => collect(each, root, depth + 1));
  if (Array.isArray(type)) return type.filter(isType).map((each) => ({ type: each, schema }));
  if (isType(type)) return [{ type, schema }];
  return implied(schema, root, depth);
}

/** What a schema that names no type lets be known of it. */
function implied(schema: JsonObject, root: JsonObject, depth: number): readonly Alternative[] {
  const all = own(schema, "allOf");
  if (Array.isArray(all)) return all.slice(0, 1).flatMap((each) => collect(each, root, depth + 1));
  const values = own(schema, "enum") ?? (Object.hasOwn(schema, "const") ? [schema["const"]] : undefined);
  if (Array.isArray(values)) {
    const types = new Set(values.map(typeOf));
    return [...types].map((type) => ({ type, schema }));
  }
  if (Object.hasOwn(schema, "properties")) return [{ type: "object", schema }];
  if (Object.hasOwn(schema, "items")) return [{ type: "array", schema }];
  return [{ type: "any", schema }];
}

/**
 * The schema of a member of an object.
 *
 * @param schema - of the object
 * @param name - of the member
 * @param root - the schema of the tool
 * @returns undefined when the schema does not know it; `{}` when it may be anything
 */
export function memberSchema(schema: unknown, name: string, root: JsonObject): JsonObject | undefined {
  for (const alternative of alternativesOf(schema, root)) {
    const properties = own(alternative.schema, "properties");
    if (isObject(properties) && Object.hasOwn(properties, name)) return asSchema(properties[name]);
  }
  for (const part of partsOf(schema, root)) {
    const found = memberSchema(part, name, root);
    if (found !== undefined) return found;
  }
  for (const { schema: each } of alternativesOf(schema, root)) {
    const additional = own(each, "additionalProperties");
    if (isObject(additional)) return additional;
    if (additional === true) return {};
  }
  return undefined;
}

/**
 * Whether an object may have members its schema does not name.
 *
 * @param schema - of the object
 * @param root - the schema of the tool
 */
export function isClosed(schema: unknown, root: JsonObject): boolean {
  return own(resolve(schema, root) ?? {}, "additionalProperties") === false;
}

/** The names of the members an object is known to have. */
export function memberNames(schema: unknown, root: JsonObject): readonly string[] {
  const properties = alternativesOf(schema, root).map((each) => own(each.schema, "properties"));
  const here = properties.flatMap((each) => (isObject(each) ? Object.keys(each) : []));
  return [...new Set([...here, ...partsOf(schema, root).flatMap((part) => memberNames(part, root))])];
}

/** The names of the members an object needs. */
export function requiredNames(schema: unknown, root: JsonObject): readonly string[] {
  const required = own(resolve(schema, root) ?? {}, "required");
  return Array.isArray(required) ? required.filter((each): each is string => typeof each === "string") : [];
}

/** Follows references within the schema of a tool. */
function resolve(given: unknown, root: JsonObject): JsonObject | undefined {
  let schema: unknown = given;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    if (!isObject(schema)) return schema === true ? {} : undefined;
    const reference = own(schema, "$ref");
    if (typeof reference !== "string") return schema;
    schema = pointed(reference, root);
  }
  return undefined;
}

function pointed(reference: string, root: JsonObject): unknown {
  if (!reference.startsWith("#")) return undefined;
  let value: unknown = root;
  for (const part of reference.slice(1).split("/").slice(1)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    value = isObject(value) ? own(value, key) : undefined;
  }
  return value;
}

function partsOf(schema: unknown, root: JsonObject): readonly unknown[] {
  const all = own(resolve(schema, root) ?? {}, "allOf");
  return Array.isArray(all) ? all : [];
}

function asSchema(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function isType(value: unknown): value is TypeName {
  return typeof value === "string" && TYPES.has(value);
}

/** The type of a value. */
function typeOf(value: unknown): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" ? type : "object";
}
