import { type Skill, skills, skillsOf } from "@snodo/skills";
import { isMcpError } from "snodo";
import type { Scenario } from "./environment.ts";
import { open } from "./open.ts";

/** Lists the skills, as a host does when it starts. */
export async function listSkills(scenario: Scenario): Promise<void> {
  await using client = await open(scenario, { extensions: [skills()] });
  await skillsOf(client).list();
}

/** Loads every skill and reads its files; every one of them has to be refused for this problem. */
export function refusedSkills(
  problem: "size" | "digest" | "frontmatter",
): (scenario: Scenario) => Promise<void> {
  return async (scenario) => {
    await using client = await open(scenario, { extensions: [skills()] });
    const served = skillsOf(client);
    const use = async (skill: Skill) => {
      await served.load(skill);
      if (skill.resources === "dynamic") return;
      for (const { uri } of skill.resources) await served.read(skill, uri);
    };
    for (const skill of (await served.list()).skills) {
      const refused = await use(skill).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (!isMcpError(refused, "skill") || refused.reason.problem !== problem)
        throw new Error(`${skill.uri} was not refused for its ${problem}`, { cause: refused });
    }
  };
}
