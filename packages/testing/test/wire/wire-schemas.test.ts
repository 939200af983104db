import { REVISIONS, type Revision } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { wireProblems } from "../../src/wire/issues.ts";
import { wireSchemas } from "../../src/wire/wire-schemas.ts";

const problems = (revision: Revision, method: string, result: unknown): readonly string[] => {
  const schema = wireSchemas(revision).results.get(method);
  if (schema === undefined) throw new Error(`no schema for ${method}`);
  return wireProblems(schema, result, "result");
};
const complete = { resultType: "complete" };
const since = (first: Revision): readonly (readonly [Revision, boolean])[] =>
  REVISIONS.map((revision) => [revision, revision >= first]);
const call = (revision: Revision, content: unknown, extra: object = {}): readonly string[] =>
  problems(revision, "tools/call", { ...complete, content: [content], ...extra });

describe("content blocks", () => {
  test.each(since("2025-03-26"))("audio in %s: %s", (revision, allowed) => {
    expect(call(revision, { type: "audio", data: "AAAA", mimeType: "audio/wav" }).length === 0).toBe(allowed);
  });
  test.each(since("2025-06-18"))("resource_link in %s: %s", (revision, allowed) => {
    expect(call(revision, { type: "resource_link", uri: "x://1", name: "n" }).length === 0).toBe(allowed);
  });
  test.each(REVISIONS)("of a type nobody knows are a problem in %s", (revision) => {
    expect(call(revision, { type: "hologram" })).toEqual([
      "result.content[0].type: its value does not exist in this revision",
    ]);
  });
  test("many of the same kind are one problem", () => {
    const content = Array.from({ length: 30 }, () => ({ type: "text" }));
    const lines = problems("2025-11-25", "tools/call", { content });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^result\.content\[0\]\.text: /);
  });
  test("resources hold text or bytes, not both", () => {
    const block = { type: "resource", resource: { uri: "x://1", text: "t", blob: "AAAA" } };
    expect(call("2025-11-25", block)).toEqual(["result.content[0].resource: must hold either text or blob"]);
  });
});

describe("structured content", () => {
  test.each<[Revision, unknown, boolean]>([
    ["2026-07-28", null, true],
    ["2026-07-28", 7, true],
    ["2025-11-25", { a: 1 }, true],
    ["2025-11-25", [1], false],
    ["2025-06-18", null, false],
    // Not part of the revision: a member like any other.
    ["2025-03-26", [1], true],
  ])("of %s may be %j: %s", (revision, structuredContent, allowed) => {
    expect(call(revision, { type: "text", text: "" }, { structuredContent }).length === 0).toBe(allowed);
  });
});

test.each(since("2026-07-28"))("results of %s need a resultType and a cache pair: %s", (revision, needed) => {
  const lines = problems(revision, "tools/list", { tools: [] });
  expect(lines.map((line) => line.split(":")[0])).toEqual(
    needed ? ["result.resultType", "result.ttlMs", "result.cacheScope"] : [],
  );
});

test("unknown members are let through", () => {
  const tool = { name: "t", inputSchema: { type: "object" }, "x-own": 1 };
  expect(problems("2025-11-25", "tools/list", { tools: [tool], more: true })).toEqual([]);
});

test("an input_required result holds questions or a state, and questions are no messages", () => {
  const { inputRequired } = wireSchemas("2026-07-28");
  if (inputRequired === undefined) throw new Error("2026-07-28 has rounds");
  const of = (rest: object): readonly string[] =>
    wireProblems(inputRequired, { resultType: "input_required", ...rest }, "result");
  expect(of({ requestState: "s" })).toEqual([]);
  expect(of({ inputRequests: { r: { method: "roots/list" } } })).toEqual([]);
  expect(of({})).toEqual(["result: holds neither inputRequests nor requestState"]);
  expect(of({ inputRequests: { r: { method: "roots/list", id: 1 } } })[0]).toMatch(
    /^result\.inputRequests\.r: carries an id/,
  );
  expect(of({ inputRequests: { r: { method: "elicitation/create", params: { message: "?" } } } })[0]).toMatch(
    /requestedSchema/,
  );
  expect(wireSchemas("2025-11-25").inputRequired).toBeUndefined();
});

test("paths with unusual names can be read", () => {
  const lines = problems("2025-11-25", "prompts/list", { prompts: [{ name: 1 }] });
  expect(lines[0]).toMatch(/^result\.prompts\[0\]\.name: /);
  const experimental = problems("2025-11-25", "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: { experimental: { "a.b/c": 7 } },
    serverInfo: { name: "s", version: "1" },
  });
  expect(experimental[0]).toMatch(/^result\.capabilities\.experimental\["a\.b\/c"\]: /);
});

test("completions carry at most 100 values", () => {
  const completion = { values: Array.from({ length: 101 }, String) };
  expect(problems("2025-11-25", "completion/complete", { completion })[0]).toMatch(
    /^result\.completion\.values: /,
  );
});
