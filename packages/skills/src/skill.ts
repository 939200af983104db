import type { JsonObject } from "@snodo/protocol";

/** A file of a skill, and what it must turn out to be. */
export interface SkillResource {
  readonly uri: string;
  /** `sha256:` and 64 lowercase hexadecimal digits, over the raw bytes. */
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
}

/** The header of a `SKILL.md`, as JSON: every field its author wrote. */
export interface SkillFrontmatter {
  readonly name: string;
  readonly description: string;
  readonly [field: string]: unknown;
}

/**
 * A skill as the server announces it: all there is to know before a file of it is fetched.
 *
 * Its identity is the server and `uri` together: names repeat, and so do URIs on other servers.
 */
export interface Skill {
  /** The URI of its `SKILL.md`. */
  readonly uri: string;
  readonly frontmatter: SkillFrontmatter;
  /** Every file, `SKILL.md` included; `dynamic` when the server makes them up as it goes and nothing can be verified. */
  readonly resources: readonly SkillResource[] | "dynamic";
  readonly _meta?: JsonObject | undefined;
}

/** An entry that describes no usable skill. */
export interface RejectedSkill {
  /** Its URI as far as it has one. */
  readonly uri: string | undefined;
  readonly problem: string;
  readonly entry: unknown;
}

/** What a listing gave. */
export interface SkillListing {
  readonly skills: readonly Skill[];
  readonly rejected: readonly RejectedSkill[];
}

/** A file of a skill, fetched and verified. */
export interface SkillFile {
  readonly uri: string;
  readonly mimeType: string | undefined;
  readonly bytes: Uint8Array;
  /** The content as text; undefined when the server sent it as binary that is no UTF-8. */
  readonly text: string | undefined;
  /** False for a dynamic skill: there was nothing to verify it against. */
  readonly verified: boolean;
}

/** A skill that may be put before a model, once the user agreed. */
export interface LoadedSkill extends SkillFile {
  readonly skill: Skill;
  readonly text: string;
  /** The instructions: the text after the frontmatter. */
  readonly body: string;
}

/** The most a skill may have, as every host has to accept. */
export const SKILL_LIMITS: { readonly files: number; readonly bytes: number } = Object.freeze({
  files: 512,
  bytes: 16_777_216,
});
