import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildArguments } from "../../src/args/build.ts";
import { readArgumentWords } from "../../src/args/words.ts";

const SCHEMA = {
  type: "object",
  properties: {
    name: { type: "string" },
    count: { type: "integer" },
    tags: { type: "array", items: { type: "string" } },
    ids: { type: "array", items: { type: "integer" } },
    at: {
      type: "object",
      properties: {
        lat: { type: "number" },
        city: { type: "object", properties: { name: { type: "string" } } },
      },
    },
    people: {
      type: "array",
      items: { type: "object", properties: { age: { type: "integer" }, name: { type: "string" } } },
    },
    free: { type: "object", additionalProperties: { type: "number" } },
    "dotted.name": { type: "string" },
  },
};

const build = async (words: readonly string[], files: Readonly<Record<string, string>> = {}) =>
  buildArguments(readArgumentWords(words, "name=STRING"), SCHEMA, async (file) => {
    const text = files[file];
    if (text === undefined) throw new Error(`no file ${file}`);
    return text;
  });

describe("words become arguments", () => {
  test.each<[words: string[], expected: unknown]>([
    [[], {}],
    [["name=7", "count=7"], { name: "7", count: 7 }],
    [["name=a=b"], { name: "a=b" }],
    [["name="], { name: "" }],
    [["name=@@home"], { name: "@home" }],
    [["name=@"], { name: "@" }],
    [["tags=a", "tags=b"], { tags: ["a", "b"] }],
    [["tags=a"], { tags: ["a"] }],
    [['tags=["a","b"]', "tags=c"], { tags: ["a", "b", "c"] }],
    [["ids=1", "ids=2"], { ids: [1, 2] }],
    [["at.lat=1.5", "at.city.name=7"], { at: { lat: 1.5, city: { name: "7" } } }],
    [
      ["people.0.age=3", "people.0.name=3", "people.1.age=4"],
      { people: [{ age: 3, name: "3" }, { age: 4 }] },
    ],
    [["free.x=1", "free.y=2"], { free: { x: 1, y: 2 } }],
    [["dotted.name=x"], { "dotted.name": "x" }],
    [["unknown=1", "other.deep=x"], { unknown: 1, other: { deep: "x" } }],
    [["count:=null", "name:=[1]"], { count: null, name: [1] }],
    [['{"name":"x"}', "count=1"], { name: "x", count: 1 }],
    [["@all.json"], { name: "from file" }],
    [["-"], { name: "from stdin" }],
    [["name=@note.md"], { name: "# Note\n" }],
    [["count=@number.txt"], { count: 12 }],
  ])("%j", async (words, expected) => {
    const files = {
      "all.json": '{"name":"from file"}',
      "-": '{"name":"from stdin"}',
      "note.md": "# Note\n",
      "number.txt": "12\n",
    };
    expect(await build(words, files)).toEqual(expected);
  });

  test("names out of the blue are own members, whatever they are", async () => {
    const built = await build(["__proto__=x", "constructor=y", "toString.valueOf=z"]);
    expect(Object.entries(built)).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
      ["toString", { valueOf: "z" }],
    ]);
    expect(Object.getPrototypeOf(built)).toBe(Object.prototype);
  });

  test("any text of a string argument arrives as it is, unless it starts with the sign of files", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        fc.pre(!text.startsWith("@"));
        expect(await build([`name=${text}`])).toEqual({ name: text });
      }),
    );
  });
});

describe("words that mean nothing", () => {
  test.each([
    [["word"], '"word" is no argument.'],
    [["=x"], '"=x" is no argument.'],
    [["name=a", "name=b"], "name is given twice."],
    [["count=x"], 'count must be an integer, and is "x".'],
    [["at.lat=x"], 'at.lat must be a number, and is "x".'],
    [
      ["ids=a"],
      'ids: each item must be an integer, and is "a"; several are written one by one, or as [1,2].',
    ],
    [["count:=x"], "count must be JSON after :=, and is x."],
    [["count:="], "count must be JSON after :=, and is empty."],
    [["name=a", "name.b=c"], "name.b leads into a value that is given as a whole."],
    [["people.2.age=1"], "people.2.age: the items of an array are numbered from 0 without gaps."],
    [["{x}"], /^the arguments must be a JSON object, and cannot be read: .+\.$/],
    [["@list.json"], "list.json must be a JSON object."],
  ])("%j", async (words, message) => {
    await expect(build(words as string[], { "list.json": "[1]" })).rejects.toThrow(
      expect.objectContaining({
        message: typeof message === "string" ? message : expect.stringMatching(message),
        exit: 2,
      }),
    );
  });
});
