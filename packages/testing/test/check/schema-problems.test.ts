import fc from "fast-check";
import { expect, test } from "vitest";
import { schemaProblems } from "../../src/check/schema-problems.ts";

test.each<[unknown, readonly string[]]>([
  [true, []],
  [{}, []],
  [{ type: ["string", "null"], enum: ["a", null], pattern: "^\\p{L}+$", minLength: 1 }, []],
  [
    { $schema: "https://json-schema.org/draft/2020-12/schema", $defs: { a: { $anchor: "x" } }, $ref: "#x" },
    [],
  ],
  [{ properties: { "a/b": {} }, items: { $ref: "#/properties/a~1b" } }, []],
  [{ items: [{ type: "string" }, { type: "number" }] }, []],
  [{ default: { type: 7 }, enum: [{ required: true }], examples: [{ $ref: "nowhere" }] }, []],
  [null, ["# is null, not a schema"]],
  [{ type: "text" }, ['#/type is "text", not a JSON type']],
  [{ type: [] }, ["#/type is [], not a JSON type"]],
  [{ properties: [] }, ["#/properties is not an object of schemas"]],
  [{ properties: { a: 7 } }, ["#/properties/a is number, not a schema"]],
  [{ properties: { a: { required: true } } }, ["#/properties/a/required is not a list of names"]],
  [{ anyOf: {} }, ["#/anyOf is not a list of schemas"]],
  [{ anyOf: [] }, ["#/anyOf is empty"]],
  [
    { minLength: -1, maximum: "9" },
    ["#/minLength is not a whole number of 0 or more", "#/maximum is not a number"],
  ],
  [{ enum: "a" }, ["#/enum is not a list"]],
  [{ $ref: "#/$defs/none" }, ["#/$ref leads to #/$defs/none, which does not exist"]],
  [
    { $ref: "https://x.test/s.json" },
    ["#/$ref leads outside of the schema, to https://x.test/s.json: clients do not fetch it"],
  ],
  [{ $schema: "https://x.test/own" }, ['#/$schema is "https://x.test/own", not a dialect clients know']],
])("%j has the problems %j", (schema, problems) => expect(schemaProblems(schema)).toEqual(problems));

test("patterns must compile", () => {
  expect(schemaProblems({ pattern: "(" })[0]).toMatch(/^#\/pattern is no regular expression: /);
  expect(schemaProblems({ patternProperties: { "[": {} } })[0]).toMatch(
    /^#\/patternProperties is no regular/,
  );
});

test("a schema that goes too deep is refused, not walked", () => {
  let deep: Record<string, unknown> = {};
  for (let level = 0; level < 10_000; level += 1) deep = { items: deep };
  expect(schemaProblems(deep)[0]).toMatch(/is nested too deeply$/);
});

test("no JSON value makes it throw", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(Array.isArray(schemaProblems(value))).toBe(true);
    }),
  );
});
