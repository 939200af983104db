import { REVISIONS } from "@snodo/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keyOf, keyRules, tagOf } from "../../src/reads/key.ts";

const rules = keyRules("2026-07-28");
const key = (method: string, params: Record<string, unknown> = {}) =>
  keyOf(rules, { method, params, mode: "use" });

// @req cache.methods
describe("which requests have a key", () => {
  test.each([
    ["server/discover", {}],
    ["tools/list", {}],
    ["tools/list", { cursor: "" }],
    ["tools/list", { cursor: undefined }],
    ["prompts/list", { cursor: "a" }],
    ["resources/list", {}],
    ["resources/templates/list", {}],
    ["resources/read", { uri: "file:///a" }],
  ])("%s %j has", (method, params) => {
    expect(key(method, params)).toBeTypeOf("string");
  });

  test.each([
    ["tools/call", { name: "x" }],
    ["prompts/get", { name: "x" }],
    ["completion/complete", {}],
    ["tasks/get", { taskId: "x" }],
    ["com.example/list", {}],
    ["toString", {}],
    ["resources/read", {}],
    ["resources/read", { uri: 7 }],
    ["resources/read", { uri: "a", inputResponses: {} }],
    ["resources/read", { uri: "a", requestState: "s" }],
    ["tools/list", { cursor: null }],
    ["tools/list", { uri: "a" }],
    ["tools/list", { cursor: "a", _meta: {} }],
    ["server/discover", { cursor: "a" }],
    ["resources/read", { uri: "x".repeat(64 * 1024 + 1) }],
  ])("%s %j has none", (method, params) => {
    expect(key(method, params)).toBeUndefined();
  });

  test("before 2026-07-28 there is none", () => {
    for (const revision of REVISIONS.slice(1)) expect(keyRules(revision).size).toBe(0);
  });
});

test('the first page is not the page of the cursor ""', () => {
  expect(key("tools/list")).not.toBe(key("tools/list", { cursor: "" }));
});

test("requests that differ have keys that differ", () => {
  const request = fc.oneof(
    fc.record({
      method: fc.constantFrom("tools/list", "prompts/list", "resources/list"),
      cursor: fc.option(fc.string(), { nil: undefined }),
    }),
    fc.record({ method: fc.constant("resources/read"), uri: fc.string() }),
  );
  fc.assert(
    fc.property(request, request, (a, b) => {
      const [one, two] = [a, b].map(({ method, ...params }) => [
        JSON.stringify([method, params]),
        key(method, params),
      ]);
      expect(one?.[0] === two?.[0]).toBe(one?.[1] === two?.[1]);
    }),
  );
});

test.each([
  [{}, "tools/list"],
  [{ cursor: "a\nb" }, "tools/list"],
])("the pages of a list share a tag", (params, tag) => {
  expect(tagOf(key("tools/list", params) ?? "")).toBe(tag);
});

test("a read has its own tag", () => {
  expect(tagOf(key("resources/read", { uri: "a\nb" }) ?? "")).toBe("resources/read\na\nb");
});
