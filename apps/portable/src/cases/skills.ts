import { type Skill, type SkillsClient, skillsOf } from "@snodo/skills";
import { testServer } from "@snodo/testing";
import { direct } from "snodo";
import { equal, failure } from "../expect.ts";
import type { PortableCase } from "../portable-case.ts";

const URI = "skill://greeting/SKILL.md";
const TEXT = "---\nname: greeting\ndescription: Greets people\n---\nSay hello, politely: 👋\n";

async function digest(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `sha256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Serves one skill, whose file is what is announced or not. */
async function withSkill(
  served: string,
  use: (skills: SkillsClient, skill: Skill) => Promise<void>,
): Promise<void> {
  const size = new TextEncoder().encode(TEXT).length;
  const skill: Skill = {
    uri: URI,
    frontmatter: { name: "greeting", description: "Greets people" },
    resources: [{ uri: URI, digest: await digest(TEXT), size }],
  };
  const server = testServer({
    capabilities: { resources: {}, extensions: { "io.modelcontextprotocol/skills": {} } },
    resources: { [URI]: { text: served } },
    methods: { "skills/list": () => ({ skills: [skill] }) },
  });
  await using client = await direct(server);
  const skills = skillsOf(client);
  for (const listed of (await skills.list()).skills) await use(skills, listed);
}

export const skillsCases: readonly PortableCase[] = [
  {
    name: "skills: a skill is loaded",
    run: () =>
      withSkill(TEXT, async (skills, skill) =>
        equal((await skills.load(skill)).body, "Say hello, politely: 👋\n"),
      ),
  },
  {
    name: "skills: another file than announced is refused",
    run: () =>
      withSkill(TEXT.replace("hello", "howdy"), async (skills, skill) => {
        equal((await failure(skills.load(skill), "skill")).reason.problem, "digest");
      }),
  },
];
