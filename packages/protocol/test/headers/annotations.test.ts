import { describe, expect, test } from "vitest";
import { readHeaderAnnotations } from "../../src/headers/annotations.ts";

const on = (property: Record<string, unknown>) => ({ type: "object", properties: { p: property } });
const marked = { type: "string", "x-mcp-header": "Region" };

// @req header.annotations, rule.31
describe("valid annotations", () => {
  test("primitive properties, nested ones included, become a plan", () => {
    const schema = {
      type: "object",
      properties: {
        region: marked,
        limit: { type: "integer", "x-mcp-header": "Limit" },
        filter: { type: "object", properties: { deep: { type: "boolean", "x-mcp-header": "Deep" } } },
        plain: { type: "string" },
      },
    };
    expect(readHeaderAnnotations(schema)).toEqual({
      valid: true,
      plan: [
        { path: ["region"], header: "Mcp-Param-Region", type: "string" },
        { path: ["limit"], header: "Mcp-Param-Limit", type: "integer" },
        { path: ["filter", "deep"], header: "Mcp-Param-Deep", type: "boolean" },
      ],
    });
  });

  test.each(["Method", "Name", "!#$%&'*+-.^_`|~09azAZ"])("%s is a name", (name) => {
    expect(readHeaderAnnotations(on({ type: "string", "x-mcp-header": name }))).toMatchObject({
      valid: true,
      plan: [{ header: `Mcp-Param-${name}` }],
    });
  });

  test("a property that is called x-mcp-header, and the text in data, are no annotations", () => {
    const schema = {
      type: "object",
      properties: { "x-mcp-header": { type: "array" } },
      default: { "x-mcp-header": "" },
      const: { "x-mcp-header": "" },
      enum: [{ "x-mcp-header": "" }],
      examples: [{ "x-mcp-header": "" }],
    };
    expect(readHeaderAnnotations(schema)).toEqual({ valid: true, plan: [] });
  });

  test.each([[undefined], [null], [true], ["text"], [[]], [{}]])("%j has an empty plan", (schema) => {
    expect(readHeaderAnnotations(schema)).toEqual({ valid: true, plan: [] });
  });

  test("properties with hostile names are read as own properties", () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string","x-mcp-header":"P"},"constructor":{"type":"string"}}}',
    ) as unknown;
    expect(readHeaderAnnotations(schema)).toMatchObject({ valid: true, plan: [{ path: ["__proto__"] }] });
  });

  test("one schema is read once", () => {
    const schema = on(marked);
    expect(readHeaderAnnotations(schema)).toBe(readHeaderAnnotations(schema));
  });
});

// @req header.annotations, rule.30, rule.31
describe("invalid annotations", () => {
  test.each([
    ["", "must be a non-empty string"],
    [7, "must be a non-empty string"],
    [null, "must be a non-empty string"],
    ["a b", 'x-mcp-header "a b" is not a header token'],
    ["a:b", "is not a header token"],
    ["a\r\nb", 'x-mcp-header "a\\r\\nb" is not a header token'],
    ["é", "is not a header token"],
  ])("the name %j %s", (name, problem) => {
    const read = readHeaderAnnotations(on({ type: "string", "x-mcp-header": name }));
    expect(read).toEqual({ valid: false, problem: expect.stringContaining(problem) });
  });

  test.each(["number", "object", "array", "null", undefined, ["string", "null"], ["string"]])(
    "type %j is refused",
    (type) => {
      const read = readHeaderAnnotations(on({ type, "x-mcp-header": "X" }));
      expect(read).toEqual({
        valid: false,
        problem: 'x-mcp-header "X" is on a property that is not a string, integer or boolean',
      });
    },
  );

  test("a name used twice is refused, whatever its case and depth", () => {
    const schema = {
      properties: {
        a: { type: "string", "x-mcp-header": "Region" },
        b: { properties: { c: { type: "string", "x-mcp-header": "REGION" } } },
      },
    };
    expect(readHeaderAnnotations(schema)).toEqual({
      valid: false,
      problem: 'x-mcp-header "REGION" is used twice',
    });
  });

  test.each([
    ["the root", { ...marked }],
    ["items", on({ type: "array", items: marked })],
    ["a list of items", on({ type: "array", items: [marked] })],
    ["prefixItems", on({ prefixItems: [marked] })],
    ["oneOf", { oneOf: [on(marked)] }],
    ["anyOf", { anyOf: [on(marked)] }],
    ["allOf", { allOf: [on(marked)] }],
    ["not", { not: on(marked) }],
    ["if", { if: on(marked) }],
    ["then", JSON.parse(`{"then":${JSON.stringify(on(marked))}}`)],
    ["else", { else: on(marked) }],
    ["$defs, unreferenced", { $defs: { unused: marked } }],
    ["definitions", { definitions: { unused: on(marked) } }],
    ["additionalProperties", { additionalProperties: marked }],
    ["patternProperties", { patternProperties: { "^x": marked } }],
    ["dependentSchemas", { dependentSchemas: { a: on(marked) } }],
    ["dependencies", { dependencies: { a: on(marked), b: ["c"] } }],
    ["contains", on({ contains: marked })],
    ["propertyNames", { propertyNames: marked }],
    ["properties below items", on({ items: { properties: { q: marked } } })],
  ])("under %s it is not reached through properties alone", (_where, schema) => {
    expect(readHeaderAnnotations(schema)).toEqual({
      valid: false,
      problem: 'x-mcp-header "Region" is not on a property reached through "properties" alone',
    });
  });

  test.each([
    ["objects", '{"not":', "{}", "}"],
    ["lists", "[", "", "]"],
  ])("a schema of %s, nested 50,000 deep, is refused", (_name, open, inner, close) => {
    const schema = { items: JSON.parse(open.repeat(50_000) + inner + close.repeat(50_000)) as unknown };
    expect(readHeaderAnnotations(schema)).toEqual({
      valid: false,
      problem: "the schema is nested too deeply to be read",
    });
  });
});
