import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { difference, parseSkillText } from "../src/frontmatter.ts";

const parsed = (yaml: string) => {
  const result = parseSkillText(`---\n${yaml}\n---\nbody`);
  return typeof result === "string" ? result : result.frontmatter;
};

test("frontmatter and body are told apart, with a byte order mark and Windows lines, too", () => {
  expect(parseSkillText("\uFEFF---\r\nname: a\r\n---\r\n\r\n---\r\nbody\r\n")).toEqual({
    frontmatter: { name: "a" },
    body: "\r\n---\r\nbody\r\n",
  });
});

test.each([
  ["no text at all", ""],
  ["no frontmatter", "# Title\n"],
  ["frontmatter without an end", "---\nname: a\n"],
  ["an empty line before", "\n---\nname: a\n---\n"],
])("%s is refused", (_, text) => {
  expect(parseSkillText(text)).toBe("it does not begin with frontmatter between two lines of ---");
});

test.each([
  ["a duplicate key", "name: a\nname: b", "Map keys must be unique"],
  ["broken YAML", "name: [a", "no valid YAML"],
  ["an alias", "a: &x [1]\nb: *x", "its frontmatter is no mapping"],
  ["a list", "- a", "its frontmatter is no mapping"],
  ["an unknown tag", "name: !secret a", "no valid YAML"],
])("%s is refused", (_, yaml, problem) => {
  expect(parsed(yaml)).toEqual(expect.stringContaining(problem));
});

test("values have the types of YAML 1.2: no dates, no yes and no", () => {
  expect(parsed("a: 2026-07-28\nb: yes\nc: 012\nd: true\ne: ~\nf: 1.0")).toEqual({
    a: "2026-07-28",
    b: "yes",
    c: 12,
    d: true,
    e: null,
    f: 1,
  });
});

test("a key called __proto__ is a key", () => {
  const value = parsed("__proto__:\n  polluted: true");
  expect(Object.keys(value as object)).toEqual(["__proto__"]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test.each([
  [{ a: 1 }, { a: 1 }, undefined],
  [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, undefined],
  [{ a: 1 }, { a: "1" }, "a"],
  [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, "a.b[1]"],
  [{ a: [1] }, { a: [1, 2] }, "a"],
  [{ a: 1 }, { a: 1, b: null }, "b"],
  [{ a: null }, { a: {} }, "a"],
  [{}, JSON.parse('{"__proto__": 1}'), "__proto__"],
])("%j against %j differs at %s", (a, b, path) => {
  expect(difference(a, b)).toBe(path);
});

test("what a server announces as JSON equals what is parsed from the YAML of the same data", () => {
  const field = fc.string().filter((name) => name !== "__proto__");
  fc.assert(
    fc.property(fc.dictionary(field, fc.jsonValue({ maxDepth: 3 })), (data) => {
      const json = JSON.parse(JSON.stringify(data)) as Record<string, unknown>;
      const text = stringify(json, { aliasDuplicateObjects: false, version: "1.2", schema: "core" });
      expect(difference(parsed(text.trimEnd()), json)).toBeUndefined();
    }),
  );
});
