export { SKILLS, skills } from "./extension.ts";
export {
  type LoadedSkill,
  type RejectedSkill,
  SKILL_LIMITS,
  type Skill,
  type SkillFile,
  type SkillFrontmatter,
  type SkillListing,
  type SkillResource,
} from "./skill.ts";
export { type SkillsClient, type SkillsOptions, skillsOf } from "./skills-of.ts";
