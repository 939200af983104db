// SEP-1034 (defaults of every primitive) and SEP-1330 (every form of an enum).
// @req input.fill-defaults
import type { FormSchema } from "@snodo/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fillDefaults } from "../../src/index.ts";

const schema = (properties: object): FormSchema => ({ type: "object", properties }) as unknown as FormSchema;

describe("fills the default of", () => {
  test.each([
    ["a string", { type: "string", default: "a" }, "a"],
    ["an empty string", { type: "string", default: "" }, ""],
    ["an email", { type: "string", format: "email", default: "a@example.com" }, "a@example.com"],
    ["a number", { type: "number", default: 0.5 }, 0.5],
    ["an integer", { type: "integer", default: 0 }, 0],
    ["a boolean", { type: "boolean", default: false }, false],
    ["a single choice, untitled", { type: "string", enum: ["a", "b"], default: "b" }, "b"],
    ["a single choice, titled", { type: "string", oneOf: [{ const: "a", title: "A" }], default: "a" }, "a"],
    ["a single choice with enumNames", { type: "string", enum: ["a"], enumNames: ["A"], default: "a" }, "a"],
    [
      "several choices, untitled",
      { type: "array", items: { type: "string", enum: ["a", "b"] }, default: ["b"] },
      ["b"],
    ],
    [
      "several choices, titled",
      { type: "array", items: { anyOf: [{ const: "a", title: "A" }] }, default: ["a"] },
      ["a"],
    ],
    [
      "several choices, titled the draft's way",
      { type: "array", items: { oneOf: [{ const: "a" }] }, default: ["a"] },
      ["a"],
    ],
    ["no choice at all", { type: "array", items: { enum: ["a"] }, default: [] }, []],
  ])("%s", (_name, field, value) => {
    expect(fillDefaults(schema({ field }))).toEqual({ field: value });
  });
});

describe("leaves out", () => {
  test.each([
    ["a field without a default", { type: "string" }],
    ["a required field without a default", { type: "string", minLength: 1 }],
    ["a default of another type", { type: "string", default: 7 }],
    ["a default that is null", { type: "string", default: null }],
    ["a fraction for an integer", { type: "integer", default: 0.5 }],
    ["text for a number", { type: "number", default: "1" }],
    ["text for a boolean", { type: "boolean", default: "true" }],
    ["a choice that is not offered", { type: "string", enum: ["a"], default: "b" }],
    ["a titled choice that is not offered", { type: "string", oneOf: [{ const: "a" }], default: "b" }],
    ["choices of which one is not offered", { type: "array", items: { enum: ["a"] }, default: ["a", "b"] }],
    ["one choice where several are expected", { type: "array", items: { enum: ["a"] }, default: "a" }],
    ["choices that are no text", { type: "array", items: {}, default: [1] }],
    ["a field of a type that forms do not have", { type: "object", default: {} }],
    ["a field that is no object", "string"],
    ["a default that is inherited", Object.create({ type: "string", default: "a" })],
  ])("%s", (_name, field) => {
    expect(fillDefaults(schema({ field }))).toEqual({});
  });
});

test("an answer that was given stays, falsy ones included", () => {
  const properties = {
    a: { type: "string", default: "x" },
    b: { type: "boolean", default: true },
    c: { type: "integer", default: 1 },
  };
  expect(fillDefaults(schema(properties), { a: "", b: false })).toEqual({ a: "", b: false, c: 1 });
});

test("the given answers are not changed, and returned as they are when nothing is added", () => {
  const content = Object.freeze({ a: 1 });
  expect(fillDefaults(schema({ b: { type: "string", default: "x" } }), content)).toEqual({ a: 1, b: "x" });
  expect(content).toEqual({ a: 1 });
  expect(fillDefaults(schema({}), content)).toBe(content);
});

test.each([null, undefined, [], "x", {}, { properties: [] }, { properties: null }])(
  "a schema that is none: %j",
  (given) => {
    expect(fillDefaults(given as never, { a: 1 })).toEqual({ a: 1 });
  },
);

test("names from the server are keys and nothing else", () => {
  const hostile = JSON.parse(
    '{"__proto__":{"type":"string","default":"p"},"constructor":{"type":"string","default":"c"}}',
  );
  const filled = fillDefaults(schema(hostile));
  expect(Object.entries(filled)).toEqual([
    ["__proto__", "p"],
    ["constructor", "c"],
  ]);
  expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
});

test("whatever the schema, only declared defaults are added", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.dictionary(fc.string(), fc.string()),
      (properties, content) => {
        const filled = fillDefaults(schema(properties), content);
        for (const [name, value] of Object.entries(filled)) {
          const field = properties[name];
          const declared =
            typeof field === "object" && field !== null && "default" in field ? field["default"] : undefined;
          expect([content[name], declared]).toContainEqual(value);
        }
      },
    ),
  );
});
