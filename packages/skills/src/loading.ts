import type { CallOptions, Client } from "@snodo/client";
import type { McpError } from "@snodo/protocol";
import { nameOf, refused } from "./failures.ts";
import { fetchFile } from "./fetch-file.ts";
import { difference, parseSkillText } from "./frontmatter.ts";
import { readEntry } from "./read-entry.ts";
import type { LoadedSkill, Skill, SkillFile, SkillResource } from "./skill.ts";
import { resolve, rootOf } from "./uris.ts";

/** How large a skill may be. */
export interface Limits {
  readonly maxFiles: number;
  readonly maxBytes: number;
}

/** Loads a skill; see `SkillsClient.load`. */
export async function load(
  client: Client,
  skill: Skill,
  limits: Limits,
  options: CallOptions | undefined,
): Promise<LoadedSkill> {
  check(skill);
  const tooLarge = overLimits(client, skill, limits);
  if (tooLarge !== undefined) throw tooLarge;
  const expected = entryOf(skill, [skill.uri]);
  const inspect = (file: SkillFile) => asSkill(client, skill, file, limits);
  return await fetchFile(client, skill.uri, expected, inspect, options);
}

/** Reads one file of a skill; see `SkillsClient.read`. */
export async function read(
  client: Client,
  skill: Skill,
  reference: string,
  limits: Limits,
  options: CallOptions | undefined,
): Promise<SkillFile> {
  const root = check(skill);
  const candidates = resolve(root, reference);
  const expected = entryOf(skill, candidates);
  const uri = skill.resources === "dynamic" ? candidates.at(-1) : expected?.uri;
  if (uri === undefined) {
    const named = nameOf(client, reference);
    const advice = "get the skill again, and ask the user again if it changed";
    throw refused("unlisted_file", reference, `${named} is not among the files of ${skill.uri}; ${advice}`);
  }
  const inspect = (file: SkillFile) => oversized(client, file, limits) ?? file;
  return await fetchFile(client, uri, expected, inspect, options);
}

/** The root of a skill that an application hands in. */
function check(skill: Skill): string {
  const entry = readEntry(skill);
  if (typeof entry === "string") throw new TypeError(`This is no skill: ${entry}`);
  return rootOf(entry.uri) ?? "";
}

function entryOf({ resources }: Skill, uris: readonly string[]): SkillResource | undefined {
  return resources === "dynamic" ? undefined : resources.find(({ uri }) => uris.includes(uri));
}

/** Told from the entry alone, before anything is fetched. */
function overLimits(client: Client, { uri, resources }: Skill, limits: Limits): McpError | undefined {
  if (resources === "dynamic") return undefined;
  const { maxFiles, maxBytes } = limits;
  const bytes = resources.reduce((sum, { size }) => sum + size, 0);
  if (resources.length <= maxFiles && bytes <= maxBytes) return undefined;
  const size = `${resources.length} files and ${bytes} bytes`;
  const advice = `at most ${maxFiles} and ${maxBytes} are accepted: raise maxFiles or maxBytes to load it`;
  return refused("too_large", uri, `The skill ${nameOf(client, uri)} has ${size}; ${advice}`);
}

function oversized(client: Client, { uri, bytes }: SkillFile, { maxBytes }: Limits): McpError | undefined {
  if (bytes.length <= maxBytes) return undefined;
  const message = `${nameOf(client, uri)} has ${bytes.length} bytes; at most ${maxBytes} are accepted: raise maxBytes`;
  return refused("too_large", uri, message);
}

/** The file as a skill, when its frontmatter is the one that was announced. */
function asSkill(client: Client, skill: Skill, file: SkillFile, limits: Limits): LoadedSkill | McpError {
  const tooLarge = oversized(client, file, limits);
  if (tooLarge !== undefined) return tooLarge;
  const parsed = file.text === undefined ? "it is no text" : parseSkillText(file.text);
  if (typeof parsed === "string" || file.text === undefined) return unlike(client, skill, String(parsed));
  const field = difference(parsed.frontmatter, skill.frontmatter);
  if (field !== undefined) return unlike(client, skill, `the field "${field}" of its frontmatter differs`);
  return { ...file, text: file.text, skill, body: parsed.body };
}

function unlike(client: Client, { uri }: Skill, problem: string): McpError {
  const message = `The skill ${nameOf(client, uri)} is not what was announced: ${problem}; it must not be used`;
  return refused("frontmatter", uri, message);
}
