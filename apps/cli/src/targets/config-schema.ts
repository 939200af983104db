import { z } from "zod";

/** An entry of `mcpServers` that starts a command. */
export interface CommandEntry {
  readonly type?: string | undefined;
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly envFile?: string | undefined;
  readonly cwd?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** An entry of `mcpServers` that names a URL. */
export interface UrlEntry {
  readonly type?: string | undefined;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly disabled?: boolean | undefined;
}

const text: z.ZodString = z.string();

// Keys of other programs stay: a file is theirs, too.
const commandEntry: z.ZodType<CommandEntry> = z.looseObject({
  type: text.optional(),
  disabled: z.boolean().optional(),
  command: text.min(1),
  args: z.array(text).optional(),
  // People write `"PORT": 3000`; every program gets a text.
  env: z.record(text, z.union([text, z.number(), z.boolean()]).transform(String)).optional(),
  envFile: text.optional(),
  cwd: text.optional(),
});

const urlEntry: z.ZodType<UrlEntry> = z.looseObject({
  type: text.optional(),
  disabled: z.boolean().optional(),
  url: text.min(1),
  headers: z.record(text, text).optional(),
});

/** Something that is not as it should be, and where in the file. */
export interface EntryProblem {
  /** Below the entry, such as `args[1]`; empty for the entry itself. */
  readonly path: string;
  readonly message: string;
}

/**
 * Reads one entry of a configuration file.
 *
 * @param entry - as it is in the file
 * @returns the entry, unknown keys kept, or the first thing that is wrong with it
 */
export function readEntry(entry: unknown): { entry: CommandEntry | UrlEntry } | { problem: EntryProblem } {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    return { problem: { path: "", message: "must be an object with a command or a url" } };
  }
  const hasCommand = "command" in entry;
  const hasUrl = "url" in entry;
  if (hasCommand === hasUrl) {
    const message = hasUrl
      ? "has both a command and a url: which one is meant?"
      : "has neither a command nor a url";
    return { problem: { path: "", message } };
  }
  const read = (hasCommand ? commandEntry : urlEntry).safeParse(entry);
  if (read.success) return { entry: read.data };
  const [issue] = read.error.issues;
  return { problem: { path: pathOf(issue?.path ?? []), message: sayIssue(issue, entry) } };
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
}

function sayIssue(issue: z.core.$ZodIssue | undefined, entry: object): string {
  if (issue === undefined) return "is not valid";
  let value: unknown = entry;
  for (const key of issue.path) value = Reflect.get(Object(value), key);
  if (issue.code === "invalid_type") return `must be ${article(issue.expected)}, and is ${kindOf(value)}`;
  if (issue.code === "invalid_union") return `must be a string, and is ${kindOf(value)}`;
  if (issue.code === "too_small") return "must not be empty";
  return issue.message;
}

function article(type: string): string {
  if (type === "record") return "an object";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "missing";
  return article(Array.isArray(value) ? "array" : typeof value);
}
