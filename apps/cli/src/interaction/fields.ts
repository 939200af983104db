import { type FormField, type FormSchema, isObject, own } from "@snodo/protocol";
import { safeLine, safeText } from "../output/safe-text.ts";
import type { Choice } from "./asker.ts";

/** What every field has. */
interface FieldBase {
  readonly name: string;
  readonly title: string;
  readonly about: string | undefined;
  readonly required: boolean;
}

/** A field of a form, as it is asked for. */
export type Field = FieldBase &
  (
    | { readonly kind: "text"; readonly preset: string | undefined; readonly schema: FormField }
    | { readonly kind: "number"; readonly preset: number | undefined; readonly schema: FormField }
    | { readonly kind: "flag"; readonly preset: boolean | undefined }
    | { readonly kind: "one"; readonly choices: readonly Choice[]; readonly preset: string | undefined }
    | {
        readonly kind: "many";
        readonly choices: readonly Choice[];
        readonly preset: readonly string[];
        readonly least: number;
        readonly most: number;
      }
    /** Nothing a form of the protocol may have: it cannot be asked for. */
    | { readonly kind: "unknown" }
  );

/**
 * Reads the fields of a form. Presets that do not fit their own field are left out.
 *
 * @param form - as the server sent it
 */
export function readFields(form: FormSchema): readonly Field[] {
  const properties = isObject(form) ? own(form, "properties") : undefined;
  const required = new Set(Array.isArray(form.required) ? form.required : []);
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, field]) => readField(name, field, required.has(name)));
}

function readField(name: string, field: unknown, required: boolean): Field {
  if (!isObject(field)) return { name, title: safeLine(name), about: undefined, required, kind: "unknown" };
  const title = textOf(field, "title") ?? name;
  const base: FieldBase = { name, title: safeLine(title), about: lineOf(field, "description"), required };
  const preset = own(field, "default");
  const schema = field as FormField;
  const choices = choicesOf(field);
  switch (field["type"]) {
    case "string":
      if (choices !== undefined) return { ...base, kind: "one", choices, preset: presetOf(preset, choices) };
      // It is shown to be edited, and sent as it was shown.
      return {
        ...base,
        kind: "text",
        schema,
        preset: typeof preset === "string" ? safeText(preset) : undefined,
      };
    case "number":
    case "integer":
      return { ...base, kind: "number", schema, preset: typeof preset === "number" ? preset : undefined };
    case "boolean":
      return { ...base, kind: "flag", preset: typeof preset === "boolean" ? preset : undefined };
    case "array":
      return manyOf(base, field, preset);
    default:
      return { ...base, kind: "unknown" };
  }
}

function manyOf(base: FieldBase, field: { readonly [key: string]: unknown }, preset: unknown): Field {
  const items = field["items"];
  const choices = isObject(items) ? choicesOf(items) : undefined;
  if (choices === undefined) return { ...base, kind: "unknown" };
  const values = new Set(choices.map(({ value }) => value));
  return {
    ...base,
    kind: "many",
    choices,
    preset: Array.isArray(preset) ? preset.filter((each): each is string => values.has(String(each))) : [],
    least: numberOf(field, "minItems") ?? 0,
    most: numberOf(field, "maxItems") ?? Number.POSITIVE_INFINITY,
  };
}

/** The choices of an enum in any of its forms: plain, with names beside it, or with titles. */
function choicesOf(field: { readonly [key: string]: unknown }): readonly Choice[] | undefined {
  const values = field["enum"];
  if (Array.isArray(values)) {
    const names: unknown = field["enumNames"];
    return values.map((value, index) => {
      const name: unknown = Array.isArray(names) ? names[index] : undefined;
      return choice(String(value), typeof name === "string" ? name : undefined);
    });
  }
  const titled = field["oneOf"] ?? field["anyOf"];
  if (!Array.isArray(titled)) return undefined;
  return titled.filter(isObject).map((option) => choice(String(option["const"]), textOf(option, "title")));
}

function choice(value: string, title: string | undefined): Choice {
  const label = safeLine(title ?? value);
  return title === undefined || title === value ? { value, label } : { value, label, hint: safeLine(value) };
}

function presetOf(preset: unknown, choices: readonly Choice[]): string | undefined {
  return choices.find(({ value }) => value === preset)?.value;
}

function textOf(object: { readonly [key: string]: unknown }, key: string): string | undefined {
  const value = own(object, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function lineOf(object: { readonly [key: string]: unknown }, key: string): string | undefined {
  const value = textOf(object, key);
  return value === undefined ? undefined : safeLine(value);
}

function numberOf(object: { readonly [key: string]: unknown }, key: string): number | undefined {
  const value = own(object, key);
  return typeof value === "number" ? value : undefined;
}
