import { type ElicitResult, type FormSchema, isObject, own } from "@snodo/protocol";

type Content = NonNullable<ElicitResult["content"]>;
type Value = Content[string];

/**
 * Adds the defaults a form declares to the answers given, for fields that were not answered. Nothing is invented: a
 * field without a default stays as it is, and a default that does not fit its own field is left out.
 *
 * Spec: 2026-07-28 client/elicitation (SEP-1034 defaults, SEP-1330 enums).
 *
 * @param requestedSchema - the form
 * @param content - the answers so far; not changed. Defaults to none
 * @returns the answers with defaults
 */
export function fillDefaults(requestedSchema: FormSchema, content: Content = {}): Content {
  const properties = isObject(requestedSchema) ? own(requestedSchema, "properties") : undefined;
  if (!isObject(properties)) return content;
  const added: [string, Value][] = [];
  for (const [name, field] of Object.entries(properties)) {
    if (Object.hasOwn(content, name) && content[name] !== undefined) continue;
    const value = isObject(field) ? own(field, "default") : undefined;
    if (isObject(field) && value !== undefined && fits(field, value)) added.push([name, value as Value]);
  }
  return added.length === 0 ? content : Object.fromEntries([...Object.entries(content), ...added]);
}

function fits(field: { readonly [key: string]: unknown }, value: unknown): boolean {
  switch (field["type"]) {
    case "string": {
      const options = choices(field);
      return typeof value === "string" && (options === undefined || options.includes(value));
    }
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "integer":
      return Number.isInteger(value);
    case "boolean":
      return typeof value === "boolean";
    case "array": {
      const options = isObject(field["items"]) ? choices(field["items"]) : undefined;
      return (
        Array.isArray(value) &&
        value.every((item) => typeof item === "string" && (options === undefined || options.includes(item)))
      );
    }
    default:
      return false;
  }
}

/** The values of an enum in any of its forms: `enum`, `oneOf` of `const`, `anyOf` of `const`; undefined for a free field. */
function choices(field: { readonly [key: string]: unknown }): readonly unknown[] | undefined {
  if (Array.isArray(field["enum"])) return field["enum"];
  const titled = field["oneOf"] ?? field["anyOf"];
  return Array.isArray(titled)
    ? titled.map((option: unknown) => (isObject(option) ? option["const"] : undefined))
    : undefined;
}
