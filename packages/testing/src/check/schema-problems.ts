import { isObject, type JsonObject, own } from "@snodo/protocol";

/** A schema nested deeper is refused rather than walked. */
const MAX_DEPTH = 64;
const TYPES = new Set(["null", "boolean", "object", "array", "number", "integer", "string"]);
const MAPS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const SINGLES = [
  "additionalProperties",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
  "unevaluatedItems",
  "unevaluatedProperties",
  "contentSchema",
];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const COUNTS = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minContains",
  "maxContains",
];
const NUMBERS = ["minimum", "maximum"];
const KNOWN_DIALECTS = /^https?:\/\/json-schema\.org\/(?:draft\/(?:2020-12|2019-09)|draft-0[4-7])\/schema#?$/;

/**
 * Finds what makes a JSON Schema unusable: keywords of the wrong kind, patterns that do not compile, references that
 * lead nowhere. It asks no validator and fetches nothing.
 *
 * Spec: 2026-07-28 basic/index, JSON Schema usage; JSON Schema 2020-12 and older drafts where they agree.
 *
 * @param schema - any JSON value
 * @returns one line a problem, with the JSON pointer it is at
 */
export function schemaProblems(schema: unknown): readonly string[] {
  const problems: string[] = [];
  visit(schema, "#", { root: schema, anchors: anchorsOf(schema), problems }, 0);
  return problems;
}

interface Walk {
  readonly root: unknown;
  readonly anchors: ReadonlySet<string>;
  readonly problems: string[];
}

function visit(schema: unknown, at: string, walk: Walk, depth: number): void {
  if (typeof schema === "boolean") return;
  if (!isObject(schema)) {
    walk.problems.push(`${at} is ${schema === null ? "null" : typeof schema}, not a schema`);
    return;
  }
  if (depth > MAX_DEPTH) {
    walk.problems.push(`${at} is nested too deeply`);
    return;
  }
  checkKeywords(schema, at, walk);
  checkReference(schema, at, walk);
  for (const keyword of MAPS) {
    const map = own(schema, keyword);
    if (map === undefined) continue;
    if (!isObject(map)) walk.problems.push(`${at}/${keyword} is not an object of schemas`);
    else
      for (const key of Object.keys(map))
        visit(map[key], `${at}/${keyword}/${pointer(key)}`, walk, depth + 1);
  }
  for (const keyword of SINGLES) {
    const inner = own(schema, keyword);
    if (inner !== undefined) visit(inner, `${at}/${keyword}`, walk, depth + 1);
  }
  for (const keyword of [...LISTS, "items"]) visitList(schema, keyword, at, walk, depth);
}

function visitList(schema: JsonObject, keyword: string, at: string, walk: Walk, depth: number): void {
  const list = own(schema, keyword);
  if (list === undefined) return;
  if (!Array.isArray(list)) {
    // `items` is a schema, or a list of them before 2020-12.
    if (keyword === "items") visit(list, `${at}/items`, walk, depth + 1);
    else walk.problems.push(`${at}/${keyword} is not a list of schemas`);
    return;
  }
  if (list.length === 0 && keyword !== "items") walk.problems.push(`${at}/${keyword} is empty`);
  for (const [index, inner] of list.entries()) visit(inner, `${at}/${keyword}/${index}`, walk, depth + 1);
}

function checkKeywords(schema: JsonObject, at: string, { problems }: Walk): void {
  const type = own(schema, "type");
  const types = Array.isArray(type) ? type : [type];
  if (type !== undefined && !(types.length > 0 && types.every((name) => TYPES.has(name as string)))) {
    problems.push(`${at}/type is ${JSON.stringify(type)}, not a JSON type`);
  }
  const required = own(schema, "required");
  // Draft 3 wrote a boolean here, and many hand-written schemas still do.
  if (
    required !== undefined &&
    !(Array.isArray(required) && required.every((name) => typeof name === "string"))
  ) {
    problems.push(`${at}/required is not a list of names`);
  }
  const values = own(schema, "enum");
  if (values !== undefined && !Array.isArray(values)) problems.push(`${at}/enum is not a list`);
  checkNumbers(schema, at, problems);
  checkPattern(own(schema, "pattern"), `${at}/pattern`, problems);
  const patterns = own(schema, "patternProperties");
  if (isObject(patterns)) {
    for (const pattern of Object.keys(patterns)) checkPattern(pattern, `${at}/patternProperties`, problems);
  }
  const dialect = own(schema, "$schema");
  if (dialect !== undefined && !(typeof dialect === "string" && KNOWN_DIALECTS.test(dialect))) {
    problems.push(`${at}/$schema is ${JSON.stringify(dialect)}, not a dialect clients know`);
  }
}

function checkNumbers(schema: JsonObject, at: string, problems: string[]): void {
  for (const keyword of COUNTS) {
    const count = own(schema, keyword);
    if (count !== undefined && !(Number.isInteger(count) && (count as number) >= 0)) {
      problems.push(`${at}/${keyword} is not a whole number of 0 or more`);
    }
  }
  for (const keyword of NUMBERS) {
    const limit = own(schema, keyword);
    if (limit !== undefined && typeof limit !== "number") problems.push(`${at}/${keyword} is not a number`);
  }
}

function checkPattern(pattern: unknown, at: string, problems: string[]): void {
  if (pattern === undefined) return;
  try {
    if (typeof pattern !== "string") throw new TypeError("not a string");
    new RegExp(pattern, "u");
  } catch (error) {
    problems.push(
      `${at} is no regular expression: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function checkReference(schema: JsonObject, at: string, { root, anchors, problems }: Walk): void {
  for (const keyword of ["$ref", "$dynamicRef"]) {
    const reference = own(schema, keyword);
    if (reference === undefined) continue;
    if (typeof reference !== "string") problems.push(`${at}/${keyword} is not a string`);
    else if (!reference.startsWith("#")) {
      problems.push(`${at}/${keyword} leads outside of the schema, to ${reference}: clients do not fetch it`);
    } else if (!resolves(root, anchors, reference)) {
      problems.push(`${at}/${keyword} leads to ${reference}, which does not exist`);
    }
  }
}

function resolves(root: unknown, anchors: ReadonlySet<string>, reference: string): boolean {
  if (reference === "#") return true;
  if (!reference.startsWith("#/")) return anchors.has(reference.slice(1));
  let value: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const key = decode(part).replace(/~1/g, "/").replace(/~0/g, "~");
    value = Array.isArray(value) ? value[Number(key)] : isObject(value) ? own(value, key) : undefined;
  }
  return value !== undefined;
}

function anchorsOf(schema: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if ((key === "$anchor" || key === "$dynamicAnchor") && typeof member === "string") found.add(member);
      walk(member, depth + 1);
    }
  };
  walk(schema, 0);
  return found;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function pointer(key: string): string {
  return key.replace(/~/g, "~0").replace(/\//g, "~1");
}
