// @req input.capabilities, input.capabilities-declared-wins, input.capabilities-empty-elicitation
// @req input.capabilities-not-an-object, input.capabilities-not-inferred, option.client-capabilities
import type { JsonObject } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { declaredCapabilities } from "../../src/input/capabilities.ts";
import type { InputHandlers, InputKind } from "../../src/input/handlers.ts";

const never = () => {
  throw new Error("must not run");
};
const handlers = (...kinds: readonly InputKind[]): InputHandlers =>
  Object.fromEntries(kinds.map((kind) => [kind, never]));
const ALL = ["form", "url", "sampling", "roots"] as const;

describe("what is declared", () => {
  test.each<[name: string, given: JsonObject, kinds: readonly InputKind[], declared: JsonObject]>([
    ["nothing by itself", {}, [], {}],
    ["form", {}, ["form"], { elicitation: { form: {} } }],
    ["url", {}, ["url"], { elicitation: { url: {} } }],
    ["form and url", {}, ["form", "url"], { elicitation: { form: {}, url: {} } }],
    ["sampling, without tools or context", {}, ["sampling"], { sampling: {} }],
    ["roots", {}, ["roots"], { roots: { listChanged: false } }],
    [
      "all of them, beside what is given",
      { experimental: { x: 1 } },
      ALL,
      {
        experimental: { x: 1 },
        elicitation: { form: {}, url: {} },
        sampling: {},
        roots: { listChanged: false },
      },
    ],
    [
      "given sampling settings",
      { sampling: { tools: {}, context: {} } },
      ["sampling"],
      { sampling: { tools: {}, context: {} } },
    ],
    ["a given listChanged", { roots: { listChanged: true } }, ["roots"], { roots: { listChanged: true } }],
    [
      "given form settings",
      { elicitation: { form: { x: 1 } } },
      ["form", "url"],
      { elicitation: { form: { x: 1 }, url: {} } },
    ],
    [
      "an empty elicitation beside url, as form",
      { elicitation: {} },
      ["url"],
      { elicitation: { form: {}, url: {} } },
    ],
    ["an empty elicitation beside form", { elicitation: {} }, ["form"], { elicitation: { form: {} } }],
    [
      "a given mode beside url, which is not form",
      { elicitation: { x: {} } },
      ["url"],
      { elicitation: { url: {}, x: {} } },
    ],
    [
      "a given entry no handler touches, whatever it is",
      { sampling: true, roots: null },
      ["form"],
      {
        sampling: true,
        roots: null,
        elicitation: { form: {} },
      },
    ],
  ])("%s", (_name, given, kinds, declared) => {
    const before = structuredClone(given);
    expect(declaredCapabilities(given, handlers(...kinds), undefined)).toEqual(declared);
    expect(given).toEqual(before);
  });

  test("extensions, beside those given, which win", () => {
    const given = { extensions: { "com.example/a": { given: true } } };
    const settings = { "com.example/a": { given: false }, "com.example/b": {} };
    expect(declaredCapabilities(given, {}, settings)).toEqual({
      extensions: { "com.example/a": { given: true }, "com.example/b": {} },
    });
  });

  test("a handler that is undefined is none", () => {
    expect(declaredCapabilities({}, { form: undefined, roots: undefined }, undefined)).toEqual({});
  });
});

describe("an entry that must be merged into and is no object", () => {
  test.each<[name: string, given: JsonObject, kind: InputKind]>([
    ["elicitation: true", { elicitation: true }, "form"],
    ["elicitation: null", { elicitation: null }, "url"],
    ["sampling: []", { sampling: [] }, "sampling"],
    ["roots: true", { roots: true }, "roots"],
  ])("%s", (_name, given, kind) => {
    const [entry] = Object.keys(given);
    expect(() => declaredCapabilities(given, handlers(kind), undefined)).toThrow(
      new RegExp(`^clientCapabilities\\.${entry} must be an object, because a .*handler is installed$`),
    );
    expect(() => declaredCapabilities(given, handlers(kind), undefined)).toThrow(TypeError);
  });

  test("extensions", () => {
    expect(() => declaredCapabilities({ extensions: [] }, {}, { "com.example/a": {} })).toThrow(TypeError);
  });
});
