import { isObject, type JsonObject, own } from "../json.ts";

/** One argument of a tool that is mirrored into a header. */
export interface HeaderParam {
  /** The property names that lead from `arguments` to the value. */
  readonly path: readonly string[];
  /** The full header name, `Mcp-Param-…`. */
  readonly header: string;
  readonly type: "string" | "integer" | "boolean";
}

/** Every mirrored argument of one tool. */
export type HeaderPlan = readonly HeaderParam[];

/** The outcome of reading the annotations of one input schema. */
export type HeaderAnnotations =
  | { readonly valid: true; readonly plan: HeaderPlan }
  | { readonly valid: false; readonly problem: string };

const ANNOTATION = "x-mcp-header";
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Keywords that hold a map of schemas, one schema, or a list of schemas. Data keywords (`default`, `enum`) hold none. */
const MAPS = ["patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"];
const SINGLES = [
  "items",
  "additionalItems",
  "contains",
  "additionalProperties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "not",
  "if",
  "then",
  "else",
  "contentSchema",
];
const LISTS = ["prefixItems", "oneOf", "anyOf", "allOf"];
/** A schema nested deeper is refused rather than walked: no real tool comes near. */
const MAX_DEPTH = 100;
const EMPTY: HeaderAnnotations = Object.freeze({ valid: true, plan: Object.freeze([]) });

const known = new WeakMap<object, HeaderAnnotations>();

/**
 * Reads the `x-mcp-header` annotations of a tool's input schema.
 *
 * An annotation must be a header token, unique whatever its case, on a `string`, `integer` or `boolean` property that
 * is reached from the root through `properties` alone. A list of types counts as none of the three.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http, Schema Extension.
 *
 * @param inputSchema - `inputSchema` of a tool, as the server sent it
 * @returns the plan (empty without annotations), or the first problem in words
 */
export function readHeaderAnnotations(inputSchema: unknown): HeaderAnnotations {
  if (!isObject(inputSchema)) return EMPTY;
  let found = known.get(inputSchema);
  if (found === undefined) {
    found = walk(inputSchema);
    known.set(inputSchema, found);
  }
  return found;
}

function walk(root: JsonObject): HeaderAnnotations {
  const plan: HeaderParam[] = [];
  const names = new Set<string>();
  const problem = visit(root, [], false, 0);
  if (problem !== undefined) return { valid: false, problem };
  return plan.length === 0 ? EMPTY : { valid: true, plan };

  /** `path` is undefined where a header cannot be filled from. */
  function visit(
    schema: unknown,
    path: readonly string[] | undefined,
    property: boolean,
    depth: number,
  ): string | undefined {
    if (depth > MAX_DEPTH) return "the schema is nested too deeply to be read";
    if (Array.isArray(schema)) return first(schema, (item) => visit(item, undefined, false, depth + 1));
    if (!isObject(schema)) return undefined;
    if (Object.hasOwn(schema, ANNOTATION)) {
      const wrong = annotate(schema, property ? path : undefined);
      if (wrong !== undefined) return wrong;
    }
    const properties = own(schema, "properties");
    if (isObject(properties)) {
      const wrong = first(Object.keys(properties), (key) =>
        visit(properties[key], path === undefined ? undefined : [...path, key], true, depth + 1),
      );
      if (wrong !== undefined) return wrong;
    }
    return (
      first(MAPS, (keyword) => {
        const map = own(schema, keyword);
        return isObject(map)
          ? first(Object.values(map), (item) => visit(item, undefined, false, depth + 1))
          : undefined;
      }) ??
      first(SINGLES, (keyword) => visit(own(schema, keyword), undefined, false, depth + 1)) ??
      first(LISTS, (keyword) => visit(own(schema, keyword), undefined, false, depth + 1))
    );
  }

  function annotate(schema: JsonObject, path: readonly string[] | undefined): string | undefined {
    const name = schema[ANNOTATION];
    if (typeof name !== "string" || name === "") return `${ANNOTATION} must be a non-empty string`;
    if (!TOKEN.test(name)) return `${ANNOTATION} ${JSON.stringify(name)} is not a header token`;
    if (path === undefined)
      return `${ANNOTATION} "${name}" is not on a property reached through "properties" alone`;
    const type = own(schema, "type");
    if (type !== "string" && type !== "integer" && type !== "boolean") {
      return `${ANNOTATION} "${name}" is on a property that is not a string, integer or boolean`;
    }
    if (names.has(name.toLowerCase())) return `${ANNOTATION} "${name}" is used twice`;
    names.add(name.toLowerCase());
    plan.push({ path, header: `Mcp-Param-${name}`, type });
    return undefined;
  }
}

function first<T>(items: readonly T[], check: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = check(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
