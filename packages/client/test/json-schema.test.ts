// Field reports 115-118, 122, rule.38.
// @req rule.38, rule.37
import { readFileSync } from "node:fs";
import type { JsonObject } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { cfworkerValidator } from "../src/json-schema.ts";

const check = (schema: unknown, value: unknown) => cfworkerValidator().compile(schema)?.(value);

describe("dialects", () => {
  const tuple2020 = { prefixItems: [{ type: "string" }], items: false };
  const tuple07 = { items: [{ type: "string" }], additionalItems: false };

  test.each<[dialect: string | undefined, schema: JsonObject]>([
    [undefined, tuple2020],
    ["https://json-schema.org/draft/2020-12/schema", tuple2020],
    ["http://json-schema.org/draft/2020-12/schema#", tuple2020],
    ["https://json-schema.org/schema", tuple2020],
    ["https://json-schema.org/draft/2019-09/schema", tuple07],
    ["http://json-schema.org/draft-07/schema#", tuple07],
    ["http://json-schema.org/draft-07/schema", tuple07],
    ["http://json-schema.org/draft-06/schema#", tuple07],
    ["http://json-schema.org/draft-04/schema#", tuple07],
  ])("%s is read by its own rules", (dialect, schema) => {
    const given = dialect === undefined ? schema : { $schema: dialect, ...schema };
    expect(check(given, ["a"])).toEqual([]);
    expect(check(given, [1])?.[0]).toMatchObject({ path: "/0" });
    expect(check(given, ["a", "b"])).not.toEqual([]);
  });

  test.each(["urn:example:dialect", "https://json-schema.org/draft/2031-01/schema", ""])(
    "%j is not known",
    (dialect) => {
      expect(cfworkerValidator().compile({ $schema: dialect, type: "string" })).toBeUndefined();
    },
  );

  test("one that is no text is an unusable schema", () => {
    expect(() => cfworkerValidator().compile({ $schema: 7 })).toThrow('"$schema" is not a string');
  });
});

describe("references", () => {
  test.each([
    ["by pointer", { $ref: "#/$defs/x", $defs: { x: { type: "string" } } }],
    ["by anchor", { $ref: "#x", $defs: { x: { $anchor: "x", type: "string" } } }],
    ["by id", { $ref: "urn:x", $defs: { x: { $id: "urn:x", type: "string" } } }],
    [
      "by relative id",
      { $id: "https://example.com/s", $ref: "x", $defs: { x: { $id: "x", type: "string" } } },
    ],
  ])("within the schema are followed: %s", (_name, schema) => {
    expect(check(schema, "a")).toEqual([]);
    expect(check(schema, 1)).toHaveLength(1);
  });

  test("may be recursive", () => {
    const tree = {
      type: "object",
      properties: { children: { type: "array", items: { $ref: "#" } } },
      required: ["children"],
    };
    expect(check(tree, { children: [{ children: [] }] })).toEqual([]);
    expect(check(tree, { children: [{ children: [{}] }] })).toMatchObject([
      { path: "/children/0/children/0" },
    ]);
  });

  test.each([
    ["dangling", { $ref: "#/$defs/missing" }, "#/$defs/missing"],
    ["in a branch that is not reached", { anyOf: [true, { $ref: "#/$defs/missing" }] }, "#/$defs/missing"],
    [
      "to the network",
      { properties: { a: { $ref: "https://example.com/schema.json" } } },
      "https://example.com/schema.json",
    ],
    ["to a file", { $ref: "file:///etc/passwd" }, "file:///etc/passwd"],
    [
      "to a meta-schema",
      { $ref: "https://json-schema.org/draft/2020-12/schema" },
      "https://json-schema.org/draft/2020-12/schema",
    ],
  ])("that do not resolve are refused, never fetched: %s", (_name, schema, reference) => {
    const before = globalThis.fetch;
    globalThis.fetch = () => {
      throw new Error("fetched");
    };
    try {
      expect(() => cfworkerValidator().compile(schema)).toThrow(
        `the reference "${reference}" does not resolve within the schema, and none is fetched`,
      );
    } finally {
      globalThis.fetch = before;
    }
  });

  test("that lead to themselves end in an error, not in a hang", () => {
    const compiled = cfworkerValidator().compile({ $ref: "#" });
    expect(() => compiled?.(1)).toThrow();
  });
});

test("issues are told by pointer, the deepest ones, at most twenty", () => {
  const schema = {
    type: "object",
    properties: {
      a: { type: "object", properties: { "b/c": { type: "number" } } },
      list: { items: { type: "string" } },
    },
    required: ["gone"],
  };
  expect(check(schema, { a: { "b/c": "x" } })).toEqual([
    { path: "", message: expect.stringContaining('"gone"') },
    { path: "/a/b~1c", message: expect.stringContaining("number") },
  ]);
  const many = check(
    { additionalProperties: { type: "string" }, allOf: Array(50).fill({ required: ["x"] }) },
    {},
  );
  expect(many?.length).toBeLessThanOrEqual(20);
});

test("unknown keywords and formats are ignored", () => {
  expect(check({ type: "string", format: "zork", "x-mcp-header": "A", future: { deep: 1 } }, "a")).toEqual(
    [],
  );
});

test.each([null, false, 0, "", [], "text"])("a schema may describe any value: %j", (value) => {
  expect(check({ const: value }, value)).toEqual([]);
  expect(check({ enum: ["other"] }, value)).toHaveLength(1);
});

test("names of properties are names and nothing else", () => {
  const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}');
  expect(check(schema, {})).toEqual([]);
  expect(check(schema, JSON.parse('{"__proto__":1}'))).toMatchObject([{ path: "/__proto__" }]);
});

test("a frozen schema is not written into", () => {
  const schema = Object.freeze({
    type: "object",
    properties: Object.freeze({ a: Object.freeze({ $ref: "#" }) }),
  });
  expect(check(schema, { a: {} })).toEqual([]);
});

test("schemas that are absurd are refused", () => {
  expect(() => cfworkerValidator().compile({ description: "x".repeat(1_000_001) })).toThrow("longer than");
  let deep: JsonObject = {};
  for (let level = 0; level < 100_000; level += 1) deep = { not: deep };
  expect(() => cfworkerValidator().compile(deep)).toThrow();
  expect(() => cfworkerValidator().compile(undefined)).toThrow("no JSON");
});

test("no code is generated", () => {
  const adapter = readFileSync(new URL("../src/json-schema.ts", import.meta.url), "utf8");
  const peer = readFileSync(new URL(import.meta.resolve("@cfworker/json-schema")), "utf8");
  for (const source of [adapter, peer]) expect(source).not.toMatch(/new Function|\beval\(/);
});
