// The manifest and the tests agree: every entry is cited by a test, or listed as pending, and nothing else is cited.
import { expect, test } from "vitest";
import { citations, idsIn } from "./requirements/cited.ts";
import { manifest } from "./requirements/manifest.ts";
import { pending } from "./requirements/pending.ts";

const cited = citations();
const ids = manifest.map(({ id }) => id);

test("ids are unique and have one form", () => {
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
});

test("the forty rules are all there", () => {
  expect(ids.filter((id) => id.startsWith("rule."))).toHaveLength(40);
});

test("no test cites an id the manifest does not have", () => {
  const unknown = [...cited].filter(([id]) => !ids.includes(id));
  expect(unknown.map(([id, files]) => `${id} in ${files.join(", ")}`)).toEqual([]);
});

test("every entry is cited by a test, or pending", () => {
  expect(ids.filter((id) => !cited.has(id) && !pending.includes(id))).toEqual([]);
});

test("nothing is pending that is cited, unknown or listed twice", () => {
  const stale = pending.filter((id, at) => cited.has(id) || !ids.includes(id) || pending.indexOf(id) !== at);
  expect(stale).toEqual([]);
});

test("a tag is read from a comment, with one or several ids", () => {
  const source = ["// @req cache.methods, rule.05", "  // @req list.page", 'const text = "@req none.of-it";'];
  expect(idsIn(source.join("\n"))).toEqual(["cache.methods", "rule.05", "list.page"]);
});
