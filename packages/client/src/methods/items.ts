import { isObject, type JsonObject, own, quote } from "@snodo/protocol";

/** The lists a server offers. */
export type ListKind = "tools" | "resources" | "resourceTemplates" | "prompts";

/** An entry of a list that cannot be used. */
export interface RejectedItem {
  /** Its place on the page. */
  readonly index: number;
  /** Its name or URI, when it has one. */
  readonly name: string | undefined;
  readonly problem: string;
  /** As the server sent it. */
  readonly item: unknown;
}

interface ItemRule {
  readonly method: string;
  /** The name of the list in the result. */
  readonly key: string;
  /** Keys that must be non-empty strings; the first one names the item. */
  readonly required: readonly string[];
}

/** How each list is asked for, and what its entries need. */
export const LISTS: Readonly<Record<ListKind, ItemRule>> = Object.freeze({
  tools: { method: "tools/list", key: "tools", required: ["name"] },
  resources: { method: "resources/list", key: "resources", required: ["uri", "name"] },
  resourceTemplates: {
    method: "resources/templates/list",
    key: "resourceTemplates",
    required: ["uriTemplate", "name"],
  },
  prompts: { method: "prompts/list", key: "prompts", required: ["name"] },
});

type FieldType = "object" | "string" | "array";

/** Optional keys whose values mislead whoever reads them when they have another type. */
const OPTIONAL: ReadonlyMap<string, FieldType> = new Map([
  ...["annotations", "outputSchema", "execution", "_meta"].map((key) => [key, "object"] as const),
  ...["title", "description", "mimeType"].map((key) => [key, "string"] as const),
  ...["arguments", "icons"].map((key) => [key, "array"] as const),
]);

/**
 * Checks one entry of a list. Null in an optional field counts as absent; names stay as they are.
 *
 * @param kind - the list
 * @param item - the entry as sent
 * @returns the entry, without null fields, or what is wrong with it
 */
export function readItem(
  kind: ListKind,
  item: unknown,
): { readonly item: JsonObject } | { readonly problem: string } {
  if (!isObject(item)) return { problem: "it is not an object" };
  for (const key of LISTS[kind].required) {
    const value = own(item, key);
    if (typeof value !== "string" || value === "") return { problem: `"${key}" is not a non-empty string` };
  }
  let nulls = false;
  for (const key of Object.keys(item)) {
    const value = item[key];
    const type = OPTIONAL.get(key);
    if (value === null) nulls = true;
    else if (type !== undefined && !is(type, value)) return { problem: `"${key}" is not ${article(type)}` };
  }
  const clean = nulls ? withoutNulls(item) : item;
  if (kind !== "tools") return { item: clean };
  const schema = own(clean, "inputSchema");
  if (!isObject(schema)) return { problem: '"inputSchema" is not an object' };
  const required = own(schema, "required");
  if (required === undefined || Array.isArray(required)) return { item: clean };
  if (required !== null) return { problem: '"inputSchema.required" is not an array' };
  const { required: _null, ...inputSchema } = schema;
  return { item: { ...clean, inputSchema } };
}

/** The name of an entry for a diagnostic, when it has one. */
export function nameOfItem(kind: ListKind, item: unknown): string | undefined {
  if (!isObject(item)) return undefined;
  const key = LISTS[kind].required[0];
  const name = key === undefined ? undefined : (own(item, key) ?? own(item, "name"));
  return typeof name === "string" ? quote(name, 120) : undefined;
}

function withoutNulls(item: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}

function is(type: FieldType, value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  return type === "object" ? isObject(value) : typeof value === "string";
}

function article(type: FieldType): string {
  return type === "string" ? "a string" : `an ${type}`;
}
