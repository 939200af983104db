import { expect, test } from "vitest";
import { readEntry } from "../src/read-entry.ts";
import { entryFor, frontmatter, MANIFEST, ROOT, resource, SKILL_TEXT } from "./support/skill-server.ts";

const good = entryFor({ [MANIFEST]: SKILL_TEXT, [`${ROOT}/a/b.md`]: "b" });
const file = resource(`${ROOT}/x.md`, "x");

test("an honest entry is taken as it is", () => {
  expect(readEntry(good)).toBe(good);
  expect(readEntry({ ...good, resources: "dynamic" })).toMatchObject({ resources: "dynamic" });
});

test.each([
  ["uri", "skill://acme/pdf/skill.md"],
  ["uri", "SKILL.md"],
  ["uri", "skill:///SKILL.md"],
  ["uri", "skill://acme/../pdf/SKILL.md"],
  ["uri", 4],
  ["frontmatter", undefined],
  ["frontmatter", { name: "pdf" }],
  ["frontmatter", { description: "d" }],
  ["frontmatter", { ...frontmatter, name: "doc" }],
  ["frontmatter", { ...frontmatter, name: "" }],
  ["resources", undefined],
  ["resources", "static"],
  ["resources", []],
  ["resources", [file]],
  ["resources", [...good.resources, good.resources[0]]],
  ["resources", [...good.resources, 5]],
  ["resources", [...good.resources, { ...file, uri: 5 }]],
  ["resources", [...good.resources, { ...file, uri: "skill://acme/doc/x.md" }]],
  ["resources", [...good.resources, { ...file, uri: `${ROOT}/../x.md` }]],
  ["resources", [...good.resources, { ...file, uri: `${ROOT}/%2e%2e/x.md` }]],
  ["resources", [...good.resources, { ...file, uri: `${ROOT}/a%2fb.md` }]],
  ["resources", [...good.resources, { ...file, uri: `${ROOT}/x.md?y` }]],
  ["resources", [...good.resources, { ...file, digest: file.digest.toUpperCase() }]],
  ["resources", [...good.resources, { ...file, digest: "sha256:00" }]],
  ["resources", [...good.resources, { ...file, size: undefined }]],
  ["resources", [...good.resources, { ...file, size: -1 }]],
  ["resources", [...good.resources, { ...file, size: 0.5 }]],
])("an entry with %s %j is none", (key, value) => {
  expect(readEntry({ ...good, [key]: value })).toEqual(expect.any(String));
});

test("a skill of the server's own scheme is a skill", () => {
  const uri = "github://owner/repo/skills/pdf/SKILL.md";
  const entry = { uri, frontmatter, resources: [resource(uri, SKILL_TEXT)] };
  expect(readEntry(entry)).toBe(entry);
});
