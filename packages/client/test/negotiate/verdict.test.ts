// @req version.probe-modern, version.probe-legacy, version.probe-unsupported, version.probe-error, rule.27
import {
  ErrorCode,
  isRevision,
  type JsonRpcResponse,
  McpError,
  REVISIONS,
  type Reason,
  type Revision,
  transportError,
} from "@snodo/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { verdict } from "../../src/negotiate/verdict.ts";

const result = (value: unknown) => ({ answer: { jsonrpc: "2.0", id: 1, result: value } as JsonRpcResponse });
const refused = (code: number, data?: unknown) => ({
  answer: { jsonrpc: "2.0", id: 1, error: { code, message: "no", data } } as JsonRpcResponse,
});
const failed = (reason: Reason) => ({ error: transportError("it failed", reason) });

describe("a result", () => {
  test.each<[versions: readonly unknown[], outcome: object]>([
    [["2026-07-28"], { type: "stateless", revision: "2026-07-28" }],
    [["2025-11-25", "2026-07-28", "2099-01-01"], { type: "stateless", revision: "2026-07-28" }],
    [["2025-06-18", "2025-11-25"], { type: "initialize", revision: "2025-11-25" }],
    [["2099-01-01"], { type: "unsupported", supported: ["2099-01-01"] }],
    [[], { type: "unsupported", supported: [] }],
    [[7, null, {}], { type: "unsupported", supported: [7, null, {}] }],
  ])("that lists %j", (supportedVersions, outcome) => {
    expect(verdict(result({ supportedVersions }), REVISIONS)).toMatchObject(outcome);
  });

  test("hands on what the server said about itself", () => {
    const said = { supportedVersions: ["2026-07-28"], instructions: "Ask." };
    expect(verdict(result(said), REVISIONS)).toMatchObject({ discovery: said });
  });

  test.each([
    ["of another shape", { tools: [] }],
    ["with versions of another type", { supportedVersions: "2026-07-28" }],
    ["that is null", null],
    ["that is an array", []],
    ["that is a text", "pong"],
    ["whose versions are inherited", Object.create({ supportedVersions: ["2026-07-28"] })],
  ])("%s means the initialize era", (_name, value) => {
    expect(verdict(result(value), REVISIONS)).toEqual({ type: "initialize", revision: "2025-11-25" });
  });
});

describe("an error answer", () => {
  test("-32022 names what the server speaks", () => {
    const { UnsupportedVersion } = ErrorCode;
    expect(verdict(refused(UnsupportedVersion, { supported: ["2026-07-28"] }), REVISIONS)).toMatchObject({
      type: "stateless",
      revision: "2026-07-28",
    });
    expect(verdict(refused(UnsupportedVersion, { supported: ["2025-06-18"] }), REVISIONS)).toEqual({
      type: "initialize",
      revision: "2025-06-18",
    });
    expect(verdict(refused(UnsupportedVersion, { supported: ["2031-01-01"] }), REVISIONS)).toEqual({
      type: "unsupported",
      supported: ["2031-01-01"],
    });
  });

  test.each([undefined, {}, { supported: "2026-07-28" }, ["2026-07-28"]])(
    "-32022 with the data %j says nothing a stateless server would",
    (data) => {
      expect(verdict(refused(-32_022, data), REVISIONS)).toMatchObject({ type: "initialize" });
    },
  );

  test.each([ErrorCode.HeaderMismatch, ErrorCode.MissingClientCapability])(
    "%i is a stateless server's, and surfaces",
    (code) => {
      const outcome = refused(code, { requiredCapabilities: { sampling: {} } });
      expect(verdict(outcome, REVISIONS)).toMatchObject({ type: "fail", error: { code } });
    },
  );

  test.each([-32_700, -32_600, -32_601, -32_602, -32_603, -32_000, -32_001, -32_002, -32_042, 0, 400, -1])(
    "%i means the initialize era",
    (code) => {
      expect(verdict(refused(code), REVISIONS)).toEqual({ type: "initialize", revision: "2025-11-25" });
    },
  );
});

const challenge = { status: 401, schemes: [] };
const FATAL: readonly Reason[] = [
  { type: "unreachable", host: "example.com", osCode: "ECONNREFUSED" },
  { type: "spawn_failed", command: "nowhere", osCode: "ENOENT" },
  { type: "unauthorized", status: 401, challenge },
  { type: "unauthorized", status: 403, challenge },
  { type: "authorization", problem: "discovery_failed", retryable: false },
  { type: "http_status", status: 401 },
  { type: "http_status", status: 403 },
  { type: "http_status", status: 429, retryAfter: 1000 },
  { type: "invalid_header", header: "x" },
  { type: "closed" },
  { type: "connection_lost", host: "mcp.example.com" },
  { type: "other", name: "tunnel_down" },
];
const LEGACY: readonly Reason[] = [
  { type: "timeout", timeoutMs: 10_000 },
  { type: "process_exit", exitCode: 1, signal: null, stderrTail: "" },
  { type: "connection_lost" },
  { type: "stream_ended" },
  { type: "no_answer", status: 202 },
  { type: "no_answer", status: 204 },
  { type: "content_type", contentType: "text/html" },
  { type: "invalid_message", problem: "not JSON" },
  ...[400, 404, 405, 406, 410, 415, 500, 502, 503].map(
    (status) => ({ type: "http_status", status }) as const,
  ),
];

describe("a failure", () => {
  test.each(FATAL.map((reason) => [JSON.stringify(reason), reason] as const))(
    "%s is no verdict on the era",
    (_name, reason) => {
      const outcome = failed(reason);
      expect(verdict(outcome, REVISIONS)).toEqual({ type: "fail", error: outcome.error });
    },
  );

  test.each(LEGACY.map((reason) => [JSON.stringify(reason), reason] as const))(
    "%s means the initialize era",
    (_name, reason) => {
      expect(verdict(failed(reason), REVISIONS)).toEqual({ type: "initialize", revision: "2025-11-25" });
    },
  );

  test("that is not this library's is the caller's: an abort, a token provider", () => {
    const error = new Error("sign-in cancelled");
    expect(verdict({ error }, REVISIONS)).toEqual({ type: "fail", error });
  });
});

test("no answer, whatever its shape, is left without a verdict", () => {
  const allowed = fc.subarray([...REVISIONS], { minLength: 1 });
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer(), fc.boolean(), allowed, (value, code, fails, revisions) => {
      const outcome = verdict(fails ? refused(code, value) : result(value), revisions);
      if ("revision" in outcome) expect(revisions).toContain(outcome.revision);
      expect(["stateless", "initialize", "unsupported", "fail"]).toContain(outcome.type);
    }),
  );
});

test("a list of versions settles the newest allowed one, whatever its order", () => {
  const versions = fc.shuffledSubarray<Revision | string>([...REVISIONS, "2031-01-01", "draft"]);
  fc.assert(
    fc.property(versions, (supportedVersions) => {
      const [newest] = supportedVersions.filter(isRevision).sort().reverse();
      const outcome = verdict(result({ supportedVersions }), REVISIONS);
      expect("revision" in outcome ? outcome.revision : undefined).toBe(newest);
    }),
  );
});

test("a server's own error keeps its kind", () => {
  const error = new McpError("no", { kind: "server", code: -32_601, reason: { type: "server_error" } });
  expect(verdict({ error }, REVISIONS)).toMatchObject({ type: "initialize" });
});
