import type { z } from "zod";

/** How many problems of one value are told. */
const MOST = 5;

/**
 * Says in words where a value breaks a schema.
 *
 * @param schema - from `wireSchemas`
 * @param value - what the server wrote
 * @param name - names the value, such as `result`
 * @returns one line a problem, the first five; empty when there is none
 */
export function wireProblems(schema: z.ZodType, value: unknown, name: string): readonly string[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  const lines = parsed.error.issues.flatMap((issue) => flatten(issue, name));
  // Items of a list that are wrong in the same way are one problem.
  const alike = new Map<string, string>();
  for (const line of lines) {
    const kind = line.replace(/\[\d+\]/g, "[]");
    if (!alike.has(kind)) alike.set(kind, line);
  }
  const unique = [...alike.values()];
  return unique.length > MOST ? [...unique.slice(0, MOST), `and ${unique.length - MOST} more`] : unique;
}

type Issue = z.core.$ZodIssue;

function flatten(issue: Issue, name: string): readonly string[] {
  const path = name + issue.path.map(step).join("");
  if (issue.code === "invalid_union" && issue.discriminator !== undefined) {
    return [`${path}: its value does not exist in this revision`];
  }
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [`${path}: ${issue.message}`];
  // The branch that came closest says most.
  const branches = issue.errors.map((branch) => branch.flatMap((inner) => flatten(inner, path)));
  return branches.reduce((best, branch) => (branch.length < best.length ? branch : best));
}

function step(key: PropertyKey): string {
  if (typeof key === "number") return `[${key}]`;
  const text = String(key);
  return /^[A-Za-z_$][\w$]*$/.test(text) ? `.${text}` : `[${JSON.stringify(text)}]`;
}
