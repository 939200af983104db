import { describe, expect, test } from "vitest";
import { cancellationOf, dialectOf } from "../../src/dialects/select.ts";
import { REVISIONS } from "../../src/revisions.ts";

const modern = dialectOf("2026-07-28");
const legacy = REVISIONS.slice(1).map(dialectOf);
const identity = { clientInfo: { name: "n", version: "1" }, capabilities: {} };

test("a dialect knows its revision, and is the same object each time", () => {
  for (const revision of REVISIONS) {
    expect(dialectOf(revision).revision).toBe(revision);
    expect(dialectOf(revision)).toBe(dialectOf(revision));
  }
  expect(modern).toMatchObject({ era: "stateless", logging: "meta", watching: "listen" });
  for (const dialect of legacy) {
    expect(dialect).toMatchObject({ era: "initialize", logging: "setLevel", watching: "subscribe" });
  }
});

// @req rule.01, rule.02
test("2026-07-28 says who speaks in every request, empty capabilities included", () => {
  expect(modern.baseMeta(identity)).toEqual({
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "n", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  });
});

// @req initialize.no-meta
test("before, requests carry no metadata", () => {
  for (const dialect of legacy) expect(dialect.baseMeta(identity)).toBeUndefined();
});

// @req call.catalog-initialize, initialize.no-discover, initialize.ping
describe("which requests may be sent, initialize era", () => {
  test.each(["server/discover", "subscriptions/listen", "elicitation/create", "own/method", "toString"])(
    "%s may not",
    (method) => {
      for (const dialect of legacy) expect(dialect.admits(method)).toBe(false);
    },
  );

  test("ping may", () => {
    for (const dialect of legacy) expect(dialect.admits("ping")).toBe(true);
  });
});

// @req call.catalog-stateless
describe("which requests may be sent, 2026-07-28", () => {
  test.each(["sampling/createMessage", "roots/list", "notifications/progress", "notifications/cancelled"])(
    "%s may not: it is listed for another purpose",
    (method) => {
      expect(modern.admits(method)).toBe(false);
    },
  );

  test.each(["tools/call", "tasks/get", "com.example/own", "ping", "__proto__"])("%s may", (method) => {
    expect(modern.admits(method)).toBe(true);
  });
});

// @req rule.05, rule.06
describe("results of 2026-07-28", () => {
  test.each([
    ["tools/list", { tools: [] }],
    ["tools/list", { resultType: null }],
    ["tools/list", { resultType: "complete" }],
    ["ping", []],
    ["ping", null],
  ])("%s answered with %j is complete", (method, result) => {
    expect(modern.readResult(method, result)).toEqual({ type: "complete" });
  });

  test.each(["tools/call", "prompts/get", "resources/read", "com.example/own"])(
    "%s may ask for input",
    (method) => {
      expect(modern.readResult(method, { resultType: "input_required" })).toEqual({ type: "input_required" });
    },
  );

  test.each(["tools/list", "server/discover", "completion/complete", "tasks/get"])(
    "%s may not ask for input",
    (method) => {
      expect(modern.readResult(method, { resultType: "input_required" })).toEqual({
        type: "invalid",
        problem: `${method} may not be answered with "input_required"`,
      });
    },
  );

  test("a type is known only to the extension that owns it", () => {
    const task = { resultType: "task" };
    expect(modern.readResult("tools/call", task)).toEqual({ type: "unknown", resultType: "task" });
    expect(modern.readResult("tools/call", task, new Set(["task"]))).toEqual({
      type: "extension",
      resultType: "task",
    });
  });

  test.each([7, true, {}, "", "COMPLETE", "toString"])("result type %j is unknown", (resultType) => {
    expect(modern.readResult("tools/call", { resultType }, new Set(["task"]))).toEqual({
      type: "unknown",
      resultType,
    });
  });

  test("an inherited type is none", () => {
    const result = JSON.parse('{"__proto__":{"resultType":"input_required"}}') as unknown;
    expect(modern.readResult("tools/call", result)).toEqual({ type: "complete" });
  });

  test.each([null, [], "text", 7, undefined])("%j is no result", (result) => {
    expect(modern.readResult("tools/call", result)).toEqual({
      type: "invalid",
      problem: "the result is not an object",
    });
  });
});

test("before 2026-07-28 every object is complete, and a pong counts whatever it is", () => {
  for (const dialect of legacy) {
    expect(dialect.readResult("tools/call", { resultType: "input_required" })).toEqual({ type: "complete" });
    expect(dialect.readResult("tools/call", [])).toMatchObject({ type: "invalid" });
    expect(dialect.readResult("ping", [])).toEqual({ type: "complete" });
  }
});

// @req cancel.initialize, rule.12, rule.13
test("how a request is given up", () => {
  const table = (["2026-07-28", "2025-11-25", "2024-11-05", undefined] as const).flatMap((revision) =>
    (["pipe", "http"] as const).flatMap((channel) =>
      ["tools/call", "initialize"].map((method) => [
        revision ?? "unsettled",
        channel,
        method,
        cancellationOf(revision, method, channel),
      ]),
    ),
  );
  expect(table).toEqual([
    ["2026-07-28", "pipe", "tools/call", "notify"],
    ["2026-07-28", "pipe", "initialize", "notify"],
    ["2026-07-28", "http", "tools/call", "close"],
    ["2026-07-28", "http", "initialize", "close"],
    ["2025-11-25", "pipe", "tools/call", "notify"],
    ["2025-11-25", "pipe", "initialize", "silent"],
    ["2025-11-25", "http", "tools/call", "notify"],
    ["2025-11-25", "http", "initialize", "silent"],
    ["2024-11-05", "pipe", "tools/call", "notify"],
    ["2024-11-05", "pipe", "initialize", "silent"],
    ["2024-11-05", "http", "tools/call", "notify"],
    ["2024-11-05", "http", "initialize", "silent"],
    ["unsettled", "pipe", "tools/call", "notify"],
    ["unsettled", "pipe", "initialize", "silent"],
    ["unsettled", "http", "tools/call", "notify"],
    ["unsettled", "http", "initialize", "silent"],
  ]);
});
