import { isMcpError } from "@snodo/protocol";
import { expect, test } from "vitest";
import { skillsOf } from "../src/index.ts";
import { connected, entryFor, frontmatter, MANIFEST, SKILL_TEXT } from "./support/skill-server.ts";

const reasonOf = (error: unknown) => (isMcpError(error) ? error.reason : error);
const named = (name: string) => ({
  ...entryFor({}),
  uri: `skill://${name}/SKILL.md`,
  resources: "dynamic",
  frontmatter: { ...frontmatter, name },
});

test("listing tells everything about a skill and fetches no file of it", async () => {
  const { client, reads } = await connected();
  const { skills, rejected } = await skillsOf(client).list();
  expect(skills.map(({ uri, frontmatter: { description } }) => [uri, description])).toEqual([
    [MANIFEST, "Fill and assemble PDF documents"],
  ]);
  expect(rejected).toEqual([]);
  expect(reads()).toEqual([]);
});

test("every page is listed", async () => {
  const { client } = await connected({ pages: [[named("a")], [], [named("b")]] });
  const { skills } = await skillsOf(client).list();
  expect(skills.map(({ frontmatter: { name } }) => name)).toEqual(["a", "b"]);
});

test("an invalid entry loses only itself, and a repeated one is told", async () => {
  const { client } = await connected({ pages: [[{ uri: "skill://x" }, named("a"), named("a"), 7]] });
  const { skills, rejected } = await skillsOf(client).list();
  expect(skills).toHaveLength(1);
  expect(rejected.map(({ uri, problem }) => [uri, problem])).toEqual([
    ["skill://x", "its uri is not that of a SKILL.md in a directory"],
    ["skill://a/SKILL.md", "it was listed before"],
    [undefined, "it is no object"],
  ]);
});

test("a cursor that comes back ends the listing with an error", async () => {
  const { client, server } = await connected();
  server.define({ methods: { "skills/list": () => ({ skills: [], nextCursor: "again" }) } });
  const error = await skillsOf(client)
    .list()
    .catch((thrown: unknown) => thrown);
  expect(reasonOf(error)).toEqual({ type: "repeated_cursor", cursor: "again" });
  expect(String(error)).toContain('skills/list repeats the cursor "again": the list was given up');
});

test("an answer without a list is an error that says so", async () => {
  const { client, server } = await connected();
  server.define({ methods: { "skills/list": () => ({ skills: "none" }) } });
  await expect(skillsOf(client).list()).rejects.toThrow(
    "The answer to skills/list is invalid: it has no list of skills",
  );
});

test("a server that does not declare skills is not asked for them", async () => {
  const { client, server } = await connected({ declared: undefined });
  expect(await skillsOf(client).supports()).toBe(false);
  const error = await skillsOf(client)
    .list()
    .catch((thrown: unknown) => thrown);
  expect(reasonOf(error)).toEqual({ type: "skill", problem: "not_supported" });
  expect(String(error)).toContain(
    "test-server does not declare the extension io.modelcontextprotocol/skills",
  );
  expect(server.received.some((message) => "method" in message && message.method === "skills/list")).toBe(
    false,
  );
});

test("a pinned stateless connection asks what the server declares", async () => {
  const { client } = await connected({ client: { protocol: "2026-07-28" } });
  expect(await skillsOf(client).supports()).toBe(true);
  expect(await skillsOf(client).supports("directoryRead")).toBe(false);
});

test("the initialize era has no skills: the extension is younger", async () => {
  const { client } = await connected({ client: { protocol: "2025-11-25" } });
  expect(await skillsOf(client).supports()).toBe(false);
  await expect(skillsOf(client).list()).rejects.toThrow(
    "it takes 2026-07-28, and the connection speaks 2025-11-25",
  );
});

test("get gives the entry of a skill that need not be listed", async () => {
  const { client } = await connected({ pages: [[]] });
  expect((await skillsOf(client).get(MANIFEST)).frontmatter).toEqual(frontmatter);
});

test.each([
  ["another skill", named("other"), "it describes another skill"],
  ["no skill", { uri: MANIFEST }, "it has no frontmatter"],
])("get refuses %s", async (_, skill, problem) => {
  const { client } = await connected({ get: () => ({ skill }) });
  const error = await skillsOf(client)
    .get(MANIFEST)
    .catch((thrown: unknown) => thrown);
  expect(reasonOf(error)).toEqual({ type: "skill", problem: "invalid_entry", uri: MANIFEST });
  expect(String(error)).toContain(`The skill "${MANIFEST}" of test-server cannot be used: ${problem}`);
});

test("get refuses an answer without a skill", async () => {
  const { client } = await connected({ get: () => ({}) });
  await expect(skillsOf(client).get(MANIFEST)).rejects.toThrow("it has no skill");
});

test("a directory is listed where the server declares that it can be", async () => {
  const directory = [{ uri: "skill://acme/pdf/references", name: "references" }, 1];
  const { client } = await connected({ directory, declared: { directoryRead: true } });
  expect(await skillsOf(client).readDirectory("skill://acme/pdf")).toEqual([directory[0]]);
});

test("a directory is not asked for where the server does not declare it", async () => {
  const { client } = await connected();
  await expect(skillsOf(client).readDirectory("skill://acme/pdf")).rejects.toThrow(
    "test-server does not declare directoryRead; check supports() first",
  );
});

test("limits must be positive", async () => {
  const { client } = await connected({ files: { [MANIFEST]: SKILL_TEXT } });
  expect(() => skillsOf(client, { maxFiles: 0 })).toThrow(TypeError);
});
