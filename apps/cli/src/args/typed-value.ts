import { type JsonObject, own } from "@snodo/protocol";
import { type Alternative, alternativesOf, type TypeName } from "./schema.ts";

/** A value, or what its text should have been. */
export type Typed = { readonly value: unknown } | { readonly problem: string };

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Makes a text the value its schema asks for: `7` stays a text where one is wanted.
 *
 * @param text - as typed
 * @param schema - of the value
 * @param root - the schema of the tool
 */
export function typedValue(text: string, schema: unknown, root: JsonObject): Typed {
  const alternatives = alternativesOf(schema, root);
  const listed = fromEnum(text, alternatives);
  if (listed !== undefined) return listed;
  let problem: string | undefined;
  for (const alternative of inOrder(text, alternatives)) {
    const typed = convert(text, alternative, root);
    if ("value" in typed) return typed;
    problem ??= typed.problem;
  }
  return {
    problem: alternatives.length > 1 ? sayAll(text, alternatives) : (problem ?? sayAll(text, alternatives)),
  };
}

/** What looks like JSON is taken for it before it is taken for a text. */
function inOrder(text: string, alternatives: readonly Alternative[]): readonly Alternative[] {
  const structured = /^\s*[[{]/.test(text);
  const isStructured = ({ type }: Alternative): boolean => type === "array" || type === "object";
  if (!structured) {
    // One item of a list, only if it cannot be anything by itself.
    return [...alternatives.filter((each) => !isStructured(each)), ...alternatives.filter(isStructured)];
  }
  return [...alternatives.filter(isStructured), ...alternatives.filter((each) => !isStructured(each))];
}

/** A number or a flag that is listed is meant by how it is written. */
function fromEnum(text: string, alternatives: readonly Alternative[]): Typed | undefined {
  for (const { schema } of alternatives) {
    const values = own(schema, "enum");
    if (!Array.isArray(values)) continue;
    const found: unknown =
      values.find((value) => value === text) ?? values.find((value) => String(value) === text);
    if (found !== undefined) return { value: found };
  }
  return undefined;
}

function convert(text: string, { type, schema }: Alternative, root: JsonObject): Typed {
  switch (type) {
    case "string":
      return { value: text };
    case "number":
    case "integer":
      return toNumber(text, type);
    case "boolean":
      if (text === "true" || text === "false") return { value: text === "true" };
      return { problem: `must be true or false, and is "${text}"` };
    case "null":
      return text === "null" ? { value: null } : { problem: `must be null, and is "${text}"` };
    case "object":
      return fromJson(text, "object");
    case "array":
      return /^\s*\[/.test(text) ? fromJson(text, "array") : oneItem(text, schema, root);
    case "any":
      return { value: guess(text) };
  }
}

function toNumber(text: string, type: "number" | "integer"): Typed {
  const value = Number(text);
  if (!NUMBER.test(text.trim()) || !Number.isFinite(value)) {
    return { problem: `must be ${say(type)}, and is "${text}"` };
  }
  if (type === "integer" && !Number.isInteger(value))
    return { problem: `must be an integer, and is "${text}"` };
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return { problem: `is ${text}, which a JSON number does not hold exactly` };
  }
  return { value };
}

function fromJson(text: string, type: "object" | "array"): Typed {
  const wanted = type === "object" ? "a JSON object" : "a JSON array";
  try {
    const value: unknown = JSON.parse(text);
    const fits =
      type === "array"
        ? Array.isArray(value)
        : typeof value === "object" && value !== null && !Array.isArray(value);
    return fits ? { value } : { problem: `must be ${wanted}, and is ${text}` };
  } catch {
    return { problem: `must be ${wanted}, and "${text}" is no JSON` };
  }
}

function oneItem(text: string, schema: JsonObject, root: JsonObject): Typed {
  const items = own(schema, "items");
  const typed = typedValue(text, items === undefined ? {} : items, root);
  if ("value" in typed) return { value: [typed.value] };
  return { problem: `: each item ${typed.problem}; several are written one by one, or as [1,2]` };
}

/** Where nothing says what a value is: what only JSON can mean is JSON. */
function guess(text: string): unknown {
  if (text === "true" || text === "false" || text === "null" || /^\s*[[{]/.test(text)) return parsed(text);
  return NUMBER.test(text) && String(Number(text)) === text ? Number(text) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function sayAll(text: string, alternatives: readonly Alternative[]): string {
  const names = [...new Set(alternatives.map(({ type }) => say(type)))];
  return `must be ${names.join(" or ")}, and is "${text}"`;
}

const WORDS: Readonly<Record<TypeName, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  null: "null",
  object: "an object",
  array: "an array",
  any: "anything",
};

/**
 * A type, in words.
 *
 * @param type - of a schema
 */
export function say(type: TypeName): string {
  return WORDS[type];
}
