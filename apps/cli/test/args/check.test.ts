import type { Tool } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { checkArguments, refusedArguments, signature, typeLabel } from "../../src/args/check.ts";

const SEARCH: Tool = {
  name: "search",
  inputSchema: {
    type: "object",
    properties: {
      query: { type: "string", minLength: 2 },
      limit: { type: "integer", maximum: 10 },
      order: { enum: ["new", "old"] },
    },
    required: ["query"],
  },
};
const CLOSED: Tool = { ...SEARCH, inputSchema: { ...SEARCH.inputSchema, additionalProperties: false } };

describe("arguments are checked before anything is sent", () => {
  test.each([
    [SEARCH, { query: "json" }, []],
    [SEARCH, {}, ["query is missing (a string)"]],
    [
      SEARCH,
      { qery: "x" },
      ["query is missing (a string)", "qery is no argument of it (did you mean query?)"],
    ],
    [CLOSED, { query: "json", x: 1 }, ["x is no argument of it"]],
    [SEARCH, { query: "j" }, ["query is refused by its schema: string is too short (1 < 2)"]],
    [SEARCH, { query: "json", limit: 11 }, ["limit is refused by its schema: 11 is greater than 10"]],
    [SEARCH, { query: 7 }, [/^query is refused by its schema: .*"string"/]],
    [SEARCH, { query: "json", order: "best" }, [/^order is refused by its schema: .*new.*old/]],
  ])("%o with %j", async (tool, args, expected) => {
    const { issues } = await checkArguments(tool as Tool, args as Record<string, unknown>);
    expect(issues.map(({ argument, problem }) => `${argument} ${problem}`)).toEqual(
      (expected as (string | RegExp)[]).map((each) =>
        typeof each === "string" ? each : expect.stringMatching(each),
      ),
    );
  });

  test("an argument that is merely not named is sent, with a word about it", async () => {
    const check = await checkArguments(SEARCH, { query: "json", limt: 3 });
    expect(check.issues).toEqual([]);
    expect(check.unknown).toEqual([
      { argument: "limt", problem: "is no argument of it (did you mean limit?)" },
    ]);
  });

  test("a schema that cannot be used leaves the check to the server", async () => {
    const tool: Tool = { name: "odd", inputSchema: { type: "object", $ref: "#/nowhere" } };
    expect(await checkArguments(tool, { a: 1 })).toMatchObject({ issues: [] });
  });

  test("the refusal names the tool, every issue, and how it is called", () => {
    const error = refusedArguments(SEARCH, [
      { argument: "query", problem: "is missing (a string)" },
      { argument: "limit", problem: "is refused by its schema: 11 is greater than 10" },
    ]);
    expect(error.message).toBe(
      "search was not called: query is missing (a string); limit is refused by its schema: 11 is greater than 10.",
    );
    expect(error.hint).toBe("It takes: query=STRING [limit=INTEGER] [order=STRING]");
    expect(error).toMatchObject({
      exit: 2,
      reason: "invalid_arguments",
      details: { issues: expect.any(Array) },
    });
  });
});

test.each([
  [{ type: "string" }, "string"],
  [{ type: "array", items: { type: "integer" } }, "integer[]"],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string|null"],
  [{ enum: ["a", 1] }, "string|number"],
  [{}, "json"],
])("%j is called %s", (schema, label) => {
  expect(typeLabel(schema, { type: "object" })).toBe(label);
});

test("a tool without arguments says so", () => {
  expect(signature({ name: "now", inputSchema: { type: "object" } })).toBe("no arguments");
});
