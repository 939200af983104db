import { isObject, type JsonObject } from "@snodo/protocol";
import { type CliError, usageError } from "../exit/cli-error.ts";
import { alternativesOf, memberNames, memberSchema } from "./schema.ts";
import { typedValue } from "./typed-value.ts";
import type { ArgumentWord } from "./words.ts";

/** Reads the text of a file; `-` is stdin. Rejects with a CliError. */
export type ReadText = (file: string) => Promise<string>;

/** A value under construction: names come from outside, so objects are maps until the end. */
type Draft = Map<string, Draft> | Draft[] | { readonly value: unknown };

/**
 * Puts the arguments of a call together.
 *
 * @param words - what was typed
 * @param schema - the tool's `inputSchema`
 * @param readText - gets the files that are named
 * @returns the arguments, typed as the schema says and not checked yet
 * @throws CliError naming the argument that is wrong
 */
export async function buildArguments(
  words: readonly ArgumentWord[],
  schema: JsonObject,
  readText: ReadText,
): Promise<JsonObject> {
  const root = new Map<string, Draft>();
  for (const word of words) {
    if (word.kind === "object" || word.kind === "object-file") {
      const [text, from] =
        word.kind === "object"
          ? [word.text, word.from]
          : [await readText(word.file), word.file === "-" ? "stdin" : word.file];
      for (const [name, value] of Object.entries(readObject(text, from))) root.set(name, { value });
    } else {
      const text = word.kind === "file" ? await readText(word.file) : word.text;
      put(root, pathOf(word.name, schema), schema, { ...word, text });
    }
  }
  return finish(root) as JsonObject;
}

interface Leaf {
  readonly kind: "text" | "json" | "file";
  readonly name: string;
  readonly text: string;
}

/** A name with dots leads into objects, unless the schema has one that is spelt so. */
function pathOf(name: string, schema: JsonObject): readonly string[] {
  return memberNames(schema, schema).includes(name) ? [name] : name.split(".");
}

function put(root: Map<string, Draft>, path: readonly string[], schema: JsonObject, leaf: Leaf): void {
  let draft: Map<string, Draft> | Draft[] = root;
  let at: JsonObject | undefined = schema;
  for (const [index, part] of path.entries()) {
    at = at === undefined ? undefined : below(at, part, schema);
    const last = index === path.length - 1;
    if (last) {
      setLeaf(draft, part, leaf, at ?? {}, schema);
      return;
    }
    draft = branch(draft, part, at, schema, leaf.name);
  }
}

function below(at: JsonObject, part: string, root: JsonObject): JsonObject | undefined {
  const items = alternativesOf(at, root).find(({ type }) => type === "array")?.schema["items"];
  if (/^\d+$/.test(part) && isObject(items)) return items;
  return memberSchema(at, part, root);
}

function branch(
  draft: Map<string, Draft> | Draft[],
  part: string,
  at: JsonObject | undefined,
  root: JsonObject,
  name: string,
): Map<string, Draft> | Draft[] {
  const found = get(draft, part);
  if (found instanceof Map || Array.isArray(found)) return found;
  if (found !== undefined) throw usageError(`${name} leads into a value that is given as a whole.`);
  const list = at !== undefined && alternativesOf(at, root).some(({ type }) => type === "array");
  const made: Map<string, Draft> | Draft[] = list ? [] : new Map<string, Draft>();
  set(draft, part, made, name);
  return made;
}

function setLeaf(
  draft: Map<string, Draft> | Draft[],
  part: string,
  leaf: Leaf,
  schema: JsonObject,
  root: JsonObject,
): void {
  const value = leafValue(leaf, schema, root);
  const before = get(draft, part);
  if (before === undefined) {
    set(draft, part, { value }, leaf.name);
    return;
  }
  const given = "value" in before ? before.value : undefined;
  const more: readonly unknown[] = Array.isArray(value) ? value : [value];
  const repeats = alternativesOf(schema, root).some(({ type }) => type === "array");
  if (!repeats) throw usageError(`${leaf.name} is given twice.`);
  set(draft, part, { value: [...(Array.isArray(given) ? given : [given]), ...more] }, leaf.name);
}

function leafValue({ kind, name, text }: Leaf, schema: JsonObject, root: JsonObject): unknown {
  if (kind === "json") {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw badArgument(name, `must be JSON after :=, and is ${text === "" ? "empty" : text}`);
    }
  }
  const typed = typedValue(text, schema, root);
  if ("value" in typed) return typed.value;
  throw badArgument(name, typed.problem);
}

function badArgument(name: string, problem: string): CliError {
  const message = problem.startsWith(":") ? `${name}${problem}` : `${name} ${problem}`;
  return usageError(`${message}.`, undefined, "invalid_arguments");
}

function get(draft: Map<string, Draft> | Draft[], part: string): Draft | undefined {
  return Array.isArray(draft) ? draft[Number(part)] : draft.get(part);
}

function set(draft: Map<string, Draft> | Draft[], part: string, value: Draft, name: string): void {
  if (draft instanceof Map) draft.set(part, value);
  else if (/^\d+$/.test(part) && Number(part) <= draft.length) draft[Number(part)] = value;
  else throw usageError(`${name}: the items of an array are numbered from 0 without gaps.`);
}

function readObject(text: string, from: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    throw usageError(
      `${from} must be a JSON object, and cannot be read: ${why}.`,
      undefined,
      "invalid_arguments",
    );
  }
  if (isObject(value)) return value;
  throw usageError(`${from} must be a JSON object.`, undefined, "invalid_arguments");
}

function finish(draft: Draft): unknown {
  if (draft instanceof Map) {
    return Object.fromEntries([...draft].map(([name, value]) => [name, finish(value)]));
  }
  return Array.isArray(draft) ? draft.map(finish) : draft.value;
}
