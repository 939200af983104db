import { isObject } from "@snodo/protocol";
import { parseDocument } from "yaml";

/** A `SKILL.md`, taken apart. */
export interface SkillText {
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/**
 * Splits and parses a `SKILL.md`.
 *
 * @param text - the whole file
 * @returns its parts, or what is wrong with it in one line
 */
export function parseSkillText(text: string): SkillText | string {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/.exec(text);
  if (match === null) return "it does not begin with frontmatter between two lines of ---";
  // No aliases: a few of them can stand for gigabytes.
  const document = parseDocument(match[1] ?? "", { schema: "core", uniqueKeys: true, logLevel: "silent" });
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) return `its frontmatter is no valid YAML: ${error.message.split("\n", 1)[0]}`;
  const frontmatter: unknown = toJson(() => document.toJS({ maxAliasCount: 0 }));
  if (!isObject(frontmatter)) return "its frontmatter is no mapping";
  return { frontmatter, body: text.slice(match[0].length) };
}

/** Aliases, when there are any, throw here. */
function toJson(convert: () => unknown): unknown {
  try {
    return convert();
  } catch {
    return undefined;
  }
}

/**
 * Finds the first field in which two values differ.
 *
 * @param a - one JSON value
 * @param b - the other
 * @param path - where they are, for the answer
 * @returns the path of the difference, or undefined when they are equal
 */
export function difference(a: unknown, b: unknown, path = ""): string | undefined {
  if (Object.is(a, b)) return undefined;
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return path;
    return firstOf(a.keys(), (index) => difference(a[index], b[index], `${path}[${index}]`));
  }
  if (!isObject(a) || !isObject(b)) return path;
  return firstOf(new Set([...Object.keys(a), ...Object.keys(b)]), (key) => {
    const inner = path === "" ? key : `${path}.${key}`;
    return Object.hasOwn(a, key) && Object.hasOwn(b, key) ? difference(a[key], b[key], inner) : inner;
  });
}

function firstOf<Item>(items: Iterable<Item>, find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
