import { McpError, type Reason } from "snodo";
import { expect, test } from "vitest";
import { complaint, faultOf, faults, PATIENCE } from "../../src/gateway/faults.ts";

const failure = (reason: Reason, sent: "no" | "maybe" = "maybe") =>
  new McpError("failed", { kind: "transport", code: -32000, reason, sent });

test("one call in a hundred is disturbed, each way as often as the others", () => {
  const found = Array.from({ length: 20_000 }, (_, call) => faultOf(call)).filter(
    (fault) => fault !== undefined,
  );
  expect(found).toHaveLength(200);
  for (const fault of faults) expect(found.filter((one) => one === fault)).toHaveLength(40);
});

test.each([
  [undefined, undefined],
  ["stall", failure({ type: "timeout", timeoutMs: PATIENCE })],
  ["drip", failure({ type: "timeout", timeoutMs: PATIENCE })],
  ["status", failure({ type: "http_status", status: 500 })],
  ["reset", failure({ type: "outcome_unknown", lost: { type: "connection_lost" } })],
  ["cut", failure({ type: "outcome_unknown", lost: { type: "stream_ended" } })],
] as const)("%s is told by its error", (fault, error) => {
  expect(complaint(fault, error)).toBeUndefined();
});

test.each([
  [undefined, failure({ type: "connection_lost" }), "failed without a fault"],
  ["reset", undefined, "reset: resolved"],
  ["reset", new Error("socket hang up"), "reset: Error: socket hang up"],
  ["reset", failure({ type: "connection_lost" }), "reset: reason"],
  ["status", failure({ type: "http_status", status: 502 }), "status: reason"],
  ["stall", failure({ type: "timeout", timeoutMs: 30_000 }), "stall: reason"],
  ["status", failure({ type: "http_status", status: 500 }, "no"), "claims that nothing was sent"],
] as const)("%s with another end is a complaint", (fault, error, text) => {
  expect(complaint(fault, error)).toContain(text);
});
