import { isObject, type JsonObject, own, quote } from "@snodo/protocol";
import type { Skill, SkillResource } from "./skill.ts";
import { isWithin, nameIn, rootOf } from "./uris.ts";

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * Reads one entry of `skills/list` or `skills/get`.
 *
 * Spec: io.modelcontextprotocol/skills, Skill Entries.
 *
 * @param entry - from the server
 * @returns the skill, or what is wrong with it in one line
 */
export function readEntry(entry: unknown): Skill | string {
  if (!isObject(entry)) return "it is no object";
  const uri = own(entry, "uri");
  const root = typeof uri === "string" ? rootOf(uri) : undefined;
  if (typeof uri !== "string" || root === undefined)
    return "its uri is not that of a SKILL.md in a directory";
  const problem = frontmatterProblem(own(entry, "frontmatter"), root);
  if (problem !== undefined) return problem;
  const resources = own(entry, "resources");
  if (resources !== "dynamic") {
    const wrong = Array.isArray(resources) ? resourcesProblem(resources, uri, root) : NO_RESOURCES;
    if (wrong !== undefined) return wrong;
  }
  return entry as unknown as Skill;
}

const NO_RESOURCES = 'its resources are neither a list nor "dynamic"';

function frontmatterProblem(frontmatter: unknown, root: string): string | undefined {
  if (!isObject(frontmatter)) return "it has no frontmatter";
  const name = own(frontmatter, "name");
  const description = own(frontmatter, "description");
  if (typeof name !== "string" || name === "") return "its frontmatter has no name";
  if (typeof description !== "string" || description === "") return "its frontmatter has no description";
  if (name !== nameIn(root))
    return `its directory is not called "${quote(name, 80)}" as its frontmatter says`;
  return undefined;
}

function resourcesProblem(resources: readonly unknown[], uri: string, root: string): string | undefined {
  const seen = new Set<string>();
  for (const resource of resources) {
    const problem = isObject(resource)
      ? resourceProblem(resource, root)
      : "one of its resources is no object";
    if (problem !== undefined) return problem;
    const file = (resource as SkillResource).uri;
    if (seen.has(file)) return `it lists "${quote(file, 120)}" twice`;
    seen.add(file);
  }
  return seen.has(uri) ? undefined : "its resources do not include its SKILL.md";
}

function resourceProblem(resource: JsonObject, root: string): string | undefined {
  const uri = own(resource, "uri");
  if (typeof uri !== "string") return "one of its resources has no uri";
  const named = `"${quote(uri, 120)}"`;
  if (!isWithin(root, uri)) return `${named} is no file of it`;
  const digest = own(resource, "digest");
  if (typeof digest !== "string" || !DIGEST.test(digest)) return `${named} has no SHA-256 digest`;
  const size = own(resource, "size");
  return Number.isSafeInteger(size) && Number(size) >= 0 ? undefined : `${named} has no size`;
}
