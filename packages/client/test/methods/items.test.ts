// @req list.bad-item
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ListKind, readItem } from "../../src/methods/items.ts";
import { ERAS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

const tool = { name: "t", inputSchema: { type: "object" } };
const GOOD: Readonly<Record<ListKind, object>> = {
  tools: tool,
  resources: { uri: "file:///a", name: "a" },
  resourceTemplates: { uriTemplate: "file:///{a}", name: "a" },
  prompts: { name: "p" },
};
const kinds = Object.keys(GOOD) as ListKind[];

describe.each(kinds)("an entry of %s", (kind) => {
  test("is kept as sent, unknown fields included", () => {
    const item = { ...GOOD[kind], title: "T", future: { x: [1] }, _meta: { y: 1 } };
    expect(readItem(kind, item)).toEqual({ item });
  });

  test.each(["title", "description", "annotations", "_meta", "icons", "mimeType"])(
    "may have a null %s",
    (field) => {
      expect(readItem(kind, { ...GOOD[kind], [field]: null })).toEqual({ item: GOOD[kind] });
    },
  );

  test.each([
    ["title", 7, "a string"],
    ["description", {}, "a string"],
    ["mimeType", [], "a string"],
    ["annotations", "x", "an object"],
    ["_meta", [], "an object"],
    ["icons", {}, "an array"],
  ])("whose %s is %j is rejected", (field, value, what) => {
    expect(readItem(kind, { ...GOOD[kind], [field]: value })).toEqual({
      problem: `"${field}" is not ${what}`,
    });
  });

  test.each([null, undefined, 7, "x", [], true])("that is %j is rejected", (item) => {
    expect(readItem(kind, item)).toEqual({ problem: "it is not an object" });
  });

  test.each(Object.keys(GOOD[kind]).filter((key) => key !== "inputSchema"))("needs its %s", (key) => {
    const problem = `"${key}" is not a non-empty string`;
    for (const value of [undefined, null, "", 7, {}, ["x"]]) {
      expect(readItem(kind, { ...GOOD[kind], [key]: value })).toEqual({ problem });
    }
    const { [key]: _gone, ...rest } = GOOD[kind] as Record<string, unknown>;
    expect(readItem(kind, Object.setPrototypeOf(rest, { [key]: "inherited" }))).toEqual({ problem });
  });
});

describe("a tool", () => {
  test.each([undefined, null, [], "object", 7])("whose input schema is %j is rejected", (inputSchema) => {
    expect(readItem("tools", { name: "t", inputSchema })).toEqual({
      problem: '"inputSchema" is not an object',
    });
  });

  test("whose `required` is null is kept without it, and nothing else is taken away", () => {
    const inputSchema = {
      type: "object",
      required: null,
      default: null,
      properties: { a: { default: null } },
    };
    expect(readItem("tools", { ...tool, inputSchema })).toEqual({
      item: { ...tool, inputSchema: { type: "object", default: null, properties: { a: { default: null } } } },
    });
  });

  test.each(["name", {}, true])("whose `required` is %j is rejected", (required) => {
    const problem = '"inputSchema.required" is not an array';
    expect(readItem("tools", { ...tool, inputSchema: { required } })).toEqual({ problem });
  });

  test.each(["outputSchema", "execution"])("whose %s is no object is rejected, null is absent", (field) => {
    expect(readItem("tools", { ...tool, [field]: "x" })).toEqual({ problem: `"${field}" is not an object` });
    expect(readItem("tools", { ...tool, [field]: null })).toEqual({ item: tool });
  });

  test.each(["a b", "日本語", "__proto__", "constructor", "x".repeat(500), "a/b.c-d", " "])(
    "keeps its name %j",
    (name) => {
      expect(readItem("tools", { ...tool, name })).toEqual({ item: { ...tool, name } });
    },
  );
});

test("arguments of a prompt must be a list", () => {
  expect(readItem("prompts", { name: "p", arguments: { a: 1 } })).toEqual({
    problem: '"arguments" is not an array',
  });
  expect(readItem("prompts", { name: "p", arguments: null })).toEqual({ item: { name: "p" } });
});

test("nothing a server can send makes reading an entry throw", () => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.jsonValue(), (kind, item) => {
      const read = readItem(kind, item);
      expect("item" in read || read.problem !== "").toBe(true);
    }),
  );
});

describe.each(ERAS)("a list with bad entries (%s)", (protocol) => {
  const bad = [null, { name: "" }, { name: "no schema" }, { name: "bad\ntitle", inputSchema: {}, title: 7 }];
  const results = { tools: [tool, ...bad, { name: "u", inputSchema: {} }] };

  test("keeps the good ones and names the others, once each", async () => {
    const { client, diagnostics } = await open(
      rawServer({ methods: { "tools/list": () => results } }).transport,
      { protocol },
    );
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["t", "u"]);
    expect(diagnostics.map(({ level, code, server }) => [level, code, server])).toEqual(
      Array(4).fill(["warning", "item_dropped", "raw-server"]),
    );
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "entry 1 of tools/list is left out: it is not an object",
      '"" of tools/list is left out: "name" is not a non-empty string',
      '"no schema" of tools/list is left out: "inputSchema" is not an object',
      '"bad title" of tools/list is left out: "title" is not a string',
    ]);
  });

  test("`listPage` hands them out as rejected", async () => {
    const { client } = await open(rawServer({ methods: { "tools/list": () => results } }).transport, {
      protocol,
    });
    const { items, rejected } = await client.listPage("tools");
    expect(items).toHaveLength(2);
    expect(rejected).toEqual([
      { index: 1, name: undefined, problem: "it is not an object", item: null },
      { index: 2, name: "", problem: '"name" is not a non-empty string', item: bad[1] },
      { index: 3, name: "no schema", problem: '"inputSchema" is not an object', item: bad[2] },
      { index: 4, name: "bad title", problem: '"title" is not a string', item: bad[3] },
    ]);
  });
});
