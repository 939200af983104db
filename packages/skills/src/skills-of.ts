import type { CallOptions, Client } from "@snodo/client";
import type { Resource } from "@snodo/protocol";
import { declared, get, list, readDirectory } from "./listing.ts";
import { type Limits, load, read } from "./loading.ts";
import { type LoadedSkill, SKILL_LIMITS, type Skill, type SkillFile, type SkillListing } from "./skill.ts";

/** Options of {@link skillsOf}. */
export interface SkillsOptions {
  /** The most files a skill may have. Defaults to 512. */
  readonly maxFiles?: number | undefined;
  /** The most bytes the files of a skill may have together. Defaults to 16 MiB. */
  readonly maxBytes?: number | undefined;
}

/**
 * The skills of one server. Nothing is fetched ahead of need: a listing reads no file, `load` reads `SKILL.md`, and
 * `read` one file. Whether a skill may be used is the host's to ask the user; what it says is untrusted input.
 */
export interface SkillsClient {
  /**
   * Whether the server declares skills; with `directoryRead`, whether it also lists directories.
   *
   * @param part - what to ask for besides skills
   */
  supports(part?: "directoryRead"): Promise<boolean>;
  /**
   * Lists the server's skills. An entry that is invalid loses only itself; see `rejected`. The list need not be
   * complete: servers answer {@link get} for skills they do not list.
   *
   * @throws McpError as any call; reason `skill` with `not_supported`, `repeated_cursor`, `max_pages`
   */
  list(options?: CallOptions): Promise<SkillListing>;
  /**
   * Gets what the server now says about one skill.
   *
   * @param uri - of its `SKILL.md`
   * @throws McpError as any call: -32602 for what is no skill; reason `skill` with `not_supported` or `invalid_entry`
   */
  get(uri: string, options?: CallOptions): Promise<Skill>;
  /**
   * Loads a skill: fetches its `SKILL.md`, and verifies size, digest, and that its frontmatter is what was announced.
   *
   * @param skill - from {@link list} or {@link get}
   * @throws TypeError for a skill that is none; McpError reason `skill` with `too_large`, `size`, `digest` or
   *   `frontmatter`: the skill must not be used then
   */
  load(skill: Skill, options?: CallOptions): Promise<LoadedSkill>;
  /**
   * Fetches one file of a skill and verifies it.
   *
   * @param skill - the entry the skill was loaded from
   * @param reference - a path relative to the skill's root, as its text has it, or the file's URI
   * @throws TypeError for a skill that is none; McpError reason `skill` with `unlisted_file` (nothing was sent), `size`
   *   or `digest`
   */
  read(skill: Skill, reference: string, options?: CallOptions): Promise<SkillFile>;
  /**
   * Lists the direct children of a directory as it is now, which may be ahead of what a skill's entry allows to read.
   *
   * @param uri - of a resource of type `inode/directory`
   * @throws McpError as {@link list}
   */
  readDirectory(uri: string, options?: CallOptions): Promise<readonly Resource[]>;
}

/**
 * Uses the skills of a server.
 *
 * Spec: io.modelcontextprotocol/skills (SEP-2640).
 *
 * @param client - a connection
 * @param options - all optional
 * @throws TypeError for a limit that is no positive number
 */
export function skillsOf(client: Client, options: SkillsOptions = {}): SkillsClient {
  const { maxFiles = SKILL_LIMITS.files, maxBytes = SKILL_LIMITS.bytes } = options;
  if (!(maxFiles > 0 && maxBytes > 0)) throw new TypeError("maxFiles and maxBytes must be positive numbers");
  const limits: Limits = { maxFiles, maxBytes };
  return {
    async supports(part) {
      const settings = await declared(client);
      return settings !== undefined && (part === undefined || settings[part] === true);
    },
    list: (call) => list(client, call),
    get: (uri, call) => get(client, uri, call),
    load: (skill, call) => load(client, skill, limits, call),
    read: (skill, reference, call) => read(client, skill, reference, limits, call),
    readDirectory: (uri, call) => readDirectory(client, uri, call),
  };
}
