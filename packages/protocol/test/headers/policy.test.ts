import { describe, expect, test } from "vitest";
import type { HeaderPlan } from "../../src/headers/annotations.ts";
import { argumentHeaders, mirrorHeaders, versionHeaders } from "../../src/headers/policy.ts";
import { REVISIONS } from "../../src/revisions.ts";

const plan: HeaderPlan = [
  { path: ["region"], header: "Mcp-Param-Region", type: "string" },
  { path: ["limit"], header: "Mcp-Param-Limit", type: "integer" },
  { path: ["filter", "deep"], header: "Mcp-Param-Deep", type: "boolean" },
];

// @req header.version, rule.28
test("the version header exists since 2025-06-18, and initialize has none", () => {
  expect(REVISIONS.map((revision) => versionHeaders(revision))).toEqual([
    { "MCP-Protocol-Version": "2026-07-28" },
    { "MCP-Protocol-Version": "2025-11-25" },
    { "MCP-Protocol-Version": "2025-06-18" },
    {},
    {},
  ]);
  expect(versionHeaders(undefined)).toEqual({});
});

// @req rule.29, http.headers-by-dialect
describe("mirrored headers", () => {
  const headers = (method: string, params?: unknown) => mirrorHeaders({ method, params }, "2026-07-28");

  test.each([
    ["tools/call", { name: "search" }, "search"],
    ["prompts/get", { name: "review" }, "review"],
    ["resources/read", { uri: "file:///a?b=c" }, "file:///a?b=c"],
    ["tasks/get", { taskId: "t-1" }, "t-1"],
    ["tasks/update", { taskId: "t-1" }, "t-1"],
    ["tasks/cancel", { taskId: "t-1" }, "t-1"],
  ])("%s %j is named %s", (method, params, name) => {
    expect(headers(method, params)).toEqual({ "Mcp-Method": method, "Mcp-Name": name });
  });

  test.each([
    "server/discover",
    "tools/list",
    "completion/complete",
    "subscriptions/listen",
    "example.com/own",
    "notifications/cancelled",
  ])("%s has no name", (method) => {
    expect(headers(method, { name: "x", uri: "y", taskId: "z" })).toEqual({ "Mcp-Method": method });
  });

  test("a name that is no string, or is not there, is left to the server to refuse", () => {
    expect(headers("tools/call", { name: 7 })).toEqual({ "Mcp-Method": "tools/call" });
    expect(headers("tools/call", JSON.parse('{"__proto__":{"name":"x"}}'))).toEqual({
      "Mcp-Method": "tools/call",
    });
    expect(headers("resources/read")).toEqual({ "Mcp-Method": "resources/read" });
  });

  test("before 2026-07-28, and before the version is settled, nothing is mirrored", () => {
    const message = { method: "tools/call", params: { name: "x", arguments: { region: "eu" } } };
    for (const revision of [...REVISIONS.slice(1), undefined]) {
      expect(mirrorHeaders(message, revision, plan)).toEqual({});
    }
  });

  test("arguments are mirrored for tools/call only", () => {
    const params = { name: "search", arguments: { region: "eu" } };
    expect(mirrorHeaders({ method: "tools/call", params }, "2026-07-28", plan)).toEqual({
      "Mcp-Method": "tools/call",
      "Mcp-Name": "search",
      "Mcp-Param-Region": "eu",
    });
    expect(mirrorHeaders({ method: "prompts/get", params }, "2026-07-28", plan)).not.toHaveProperty(
      "Mcp-Param-Region",
    );
  });
});

// @req rule.32
describe("argument headers", () => {
  test.each([
    [{}, {}],
    [undefined, {}],
    [null, {}],
    [["eu"], {}],
    [{ region: null, limit: undefined }, {}],
    [
      { region: "", limit: 0, filter: { deep: false } },
      { Region: "", Limit: "0", Deep: "false" },
    ],
    [
      { region: " é", limit: -7, filter: { deep: true } },
      { Region: "=?base64?IMOp?=", Limit: "-7", Deep: "true" },
    ],
    [{ limit: -0 }, { Limit: "0" }],
    [{ limit: Number.MAX_SAFE_INTEGER }, { Limit: "9007199254740991" }],
    [{ filter: "deep" }, {}],
    [{ filter: [true] }, {}],
  ])("%j", (values, expected) => {
    const prefixed = Object.entries(expected).map(([name, value]) => [`Mcp-Param-${name}`, value]);
    expect(argumentHeaders(plan, values)).toEqual(Object.fromEntries(prefixed));
  });

  test.each([
    [{ region: 7 }, 'argument "region" must be a well-formed string to be sent as Mcp-Param-Region'],
    [{ region: "\ud800" }, 'argument "region" must be a well-formed string to be sent as Mcp-Param-Region'],
    [{ region: {} }, 'argument "region" must be a well-formed string to be sent as Mcp-Param-Region'],
    [{ limit: 1.5 }, 'argument "limit" must be an integer within ±(2^53-1) to be sent as Mcp-Param-Limit'],
    [{ limit: "1" }, 'argument "limit" must be an integer within ±(2^53-1) to be sent as Mcp-Param-Limit'],
    [
      { limit: 2 ** 53 },
      'argument "limit" must be an integer within ±(2^53-1) to be sent as Mcp-Param-Limit',
    ],
    [{ filter: { deep: "true" } }, 'argument "filter.deep" must be a boolean to be sent as Mcp-Param-Deep'],
  ])("%j is refused before anything is sent", (values, message) => {
    expect(() => argumentHeaders(plan, values)).toThrow(new TypeError(message));
  });

  test("inherited values are not arguments", () => {
    const hostile: HeaderPlan = [{ path: ["constructor"], header: "Mcp-Param-C", type: "string" }];
    expect(argumentHeaders(hostile, {})).toEqual({});
    expect(argumentHeaders(hostile, JSON.parse('{"constructor":"x"}'))).toEqual({ "Mcp-Param-C": "x" });
  });
});
