import { describe, expect, test } from "vitest";
import { typedValue } from "../../src/args/typed-value.ts";

const value = (text: string, schema: unknown) => typedValue(text, schema, { type: "object" });

describe("a text becomes what its schema asks for", () => {
  test.each([
    ["7", { type: "string" }, "7"],
    ["true", { type: "string" }, "true"],
    ["null", { type: "string" }, "null"],
    ['{"a":1}', { type: "string" }, '{"a":1}'],
    ["", { type: "string" }, ""],
    ["7", { type: "number" }, 7],
    ["-1.5e3", { type: "number" }, -1500],
    ["7", { type: "integer" }, 7],
    ["7.0", { type: "integer" }, 7],
    ["false", { type: "boolean" }, false],
    ["null", { type: "null" }, null],
    ['{"a":1}', { type: "object" }, { a: 1 }],
    ["[1,2]", { type: "array", items: { type: "number" } }, [1, 2]],
    ["1", { type: "array", items: { type: "number" } }, [1]],
    ["a,b", { type: "array", items: { type: "string" } }, ["a,b"]],
    ["x", { type: "array" }, ["x"]],
    ["7", { type: ["string", "number"] }, "7"],
    ["7", { type: ["number", "string"] }, 7],
    ["x", { type: ["number", "string"] }, "x"],
    ["null", { anyOf: [{ type: "string" }, { type: "null" }] }, "null"],
    ["null", { anyOf: [{ type: "number" }, { type: "null" }] }, null],
    ['["a"]', { anyOf: [{ type: "string" }, { type: "array" }] }, ["a"]],
    ["a", { anyOf: [{ type: "array", items: { type: "string" } }, { type: "string" }] }, "a"],
    ["[not json", { anyOf: [{ type: "string" }, { type: "array" }] }, "[not json"],
    ["2", { enum: [1, 2, "x"] }, 2],
    ["x", { enum: [1, 2, "x"] }, "x"],
    ["1", { enum: ["1", 1] }, "1"],
    ["on", { const: "on" }, "on"],
    ["5", {}, 5],
    ["007", {}, "007"],
    ["1.0", {}, "1.0"],
    ["true", {}, true],
    ["null", {}, null],
    ["[1", {}, "[1"],
    ["plain", {}, "plain"],
    ["x", true, "x"],
  ])("%j for %j", (text, schema, expected) => {
    expect(value(text, schema)).toEqual({ value: expected });
  });

  test("through references within the schema, and nowhere else", () => {
    const root = { type: "object", $defs: { id: { type: "integer" }, loop: { $ref: "#/$defs/loop" } } };
    expect(typedValue("7", { $ref: "#/$defs/id" }, root)).toEqual({ value: 7 });
    expect(typedValue("7", { $ref: "#/$defs/loop" }, root)).toEqual({ value: 7 });
    expect(typedValue("x", { $ref: "https://example.com/schema" }, root)).toEqual({ value: "x" });
  });
});

describe("a text that cannot be it", () => {
  test.each([
    ["x", { type: "number" }, 'must be a number, and is "x"'],
    ["", { type: "number" }, 'must be a number, and is ""'],
    ["0x10", { type: "number" }, 'must be a number, and is "0x10"'],
    ["1.5", { type: "integer" }, 'must be an integer, and is "1.5"'],
    [
      "12345678901234567890",
      { type: "integer" },
      "is 12345678901234567890, which a JSON number does not hold exactly",
    ],
    ["yes", { type: "boolean" }, 'must be true or false, and is "yes"'],
    ["{a}", { type: "object" }, 'must be a JSON object, and "{a}" is no JSON'],
    ["[1]", { type: "object" }, "must be a JSON object, and is [1]"],
    ["x", { type: ["number", "boolean"] }, 'must be a number or true or false, and is "x"'],
    [
      "1,2",
      { type: "array", items: { type: "number" } },
      ': each item must be a number, and is "1,2"; several are written one by one, or as [1,2]',
    ],
  ])("%j for %j is told", (text, schema, problem) => {
    expect(value(text, schema)).toEqual({ problem });
  });
});
