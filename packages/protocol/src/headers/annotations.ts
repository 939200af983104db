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
type Holds = "properties" | "map" | "schema";

/** What a keyword holds, when it holds schemas: a map of them, or one or a list. Data keywords (`default`, `enum`) hold none. */
const HOLDS: ReadonlyMap<string, Holds> = new Map([
  ["properties", "properties"] as const,
  ...["patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"].map(
    (key) => [key, "map"] as const,
  ),
  ...[
    "items",
    "prefixItems",
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
    "oneOf",
    "anyOf",
    "allOf",
  ].map((key) => [key, "schema"] as const),
]);
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
    // Most tools have no annotations, and reading that again costs less than remembering it.
    if (found !== EMPTY) known.set(inputSchema, found);
  }
  return found;
}

function walk(root: JsonObject): HeaderAnnotations {
  const walker = new Walker();
  const problem = walker.visit(root, true, false, 0);
  if (problem !== undefined) return { valid: false, problem };
  return walker.plan.length === 0 ? EMPTY : { valid: true, plan: walker.plan };
}

/**
 * Goes through one schema. Lists are long and most schemas small and without annotations, so each key is looked at
 * once and nothing is made on the way.
 */
class Walker {
  readonly plan: HeaderParam[] = [];
  readonly #names = new Set<string>();
  /** The property names that lead to where the walk is. */
  readonly #path: string[] = [];

  /**
   * @param reached - whether `properties` alone led here, so that a header can be filled from it
   * @param property - whether the schema is that of a property
   * @returns the first problem
   */
  visit(schema: unknown, reached: boolean, property: boolean, depth: number): string | undefined {
    if (depth > MAX_DEPTH) return "the schema is nested too deeply to be read";
    if (Array.isArray(schema)) return this.#list(schema, depth);
    if (!isObject(schema)) return undefined;
    for (const key in schema) {
      const value = schema[key];
      const wrong =
        key === ANNOTATION
          ? this.#annotate(schema, reached && property)
          : typeof value === "object" && value !== null
            ? this.#inside(HOLDS.get(key), value, reached, depth)
            : undefined;
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }

  #list(schemas: readonly unknown[], depth: number): string | undefined {
    for (const schema of schemas) {
      const wrong = this.visit(schema, false, false, depth + 1);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }

  #inside(holds: Holds | undefined, value: object, reached: boolean, depth: number): string | undefined {
    if (holds === undefined) return undefined;
    if (holds === "schema") return this.visit(value, false, false, depth + 1);
    if (!isObject(value)) return undefined;
    const properties = holds === "properties";
    for (const name in value) {
      this.#path.push(name);
      const wrong = this.visit(value[name], reached && properties, properties, depth + 1);
      this.#path.pop();
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }

  #annotate(schema: JsonObject, reached: boolean): string | undefined {
    const name = schema[ANNOTATION];
    if (typeof name !== "string" || name === "") return `${ANNOTATION} must be a non-empty string`;
    if (!TOKEN.test(name)) return `${ANNOTATION} ${JSON.stringify(name)} is not a header token`;
    if (!reached) return `${ANNOTATION} "${name}" is not on a property reached through "properties" alone`;
    const type = own(schema, "type");
    if (type !== "string" && type !== "integer" && type !== "boolean") {
      return `${ANNOTATION} "${name}" is on a property that is not a string, integer or boolean`;
    }
    if (this.#names.has(name.toLowerCase())) return `${ANNOTATION} "${name}" is used twice`;
    this.#names.add(name.toLowerCase());
    this.plan.push({ path: [...this.#path], header: `Mcp-Param-${name}`, type });
    return undefined;
  }
}
