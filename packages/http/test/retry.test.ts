import { McpError, type Reason, transportError } from "@snodo/protocol";
import { expect, test } from "vitest";
import { type FailedRequest, type RetryPolicy, retryDelay } from "../src/retry.ts";

const policy: RetryPolicy = { retries: 2, delay: 500, maxDelay: 30_000 };

function delayOf(reason: Reason, difference: Partial<FailedRequest> = {}): number | undefined {
  const error = transportError("x", reason, { sent: "maybe" });
  return retryDelay(
    { method: "tools/call", revision: "2026-07-28", retries: 0, error, ...difference },
    policy,
    1,
  );
}

test("a server that could not be reached is tried again, twice, twice as late", () => {
  expect(delayOf({ type: "unreachable" })).toBe(500);
  expect(delayOf({ type: "unreachable" }, { retries: 1 })).toBe(1000);
  expect(delayOf({ type: "unreachable" }, { retries: 2 })).toBeUndefined();
});

test.each([429, 503])("%i with Retry-After waits as long as asked", (status) => {
  expect(delayOf({ type: "http_status", status, retryAfter: 2000 })).toBe(2000);
  expect(delayOf({ type: "http_status", status, retryAfter: 60_000 })).toBeUndefined();
});

test.each([429, 503, 502, 504])("%i without Retry-After is for methods that change nothing", (status) => {
  expect(delayOf({ type: "http_status", status })).toBeUndefined();
  expect(delayOf({ type: "http_status", status }, { method: "tools/list" })).toBe(500);
});

test.each([400, 404, 500, 501])("%i is never repeated", (status) => {
  expect(delayOf({ type: "http_status", status, retryAfter: 0 }, { method: "tools/list" })).toBeUndefined();
});

test.each(["connection_lost", "stream_ended"] as const)(
  "%s is only repeated when that changes nothing",
  (type) => {
    expect(delayOf({ type })).toBeUndefined();
    expect(delayOf({ type }, { method: "resources/read" })).toBe(500);
    expect(delayOf({ type }, { method: "custom/method" })).toBeUndefined();
    expect(delayOf({ type }, { method: "initialize", revision: undefined })).toBeUndefined();
  },
);

test.each(["timeout", "closed", "session_expired", "unauthorized"])("%s is never repeated here", (type) => {
  expect(delayOf({ type } as Reason, { method: "tools/list" })).toBeUndefined();
});

test("jitter only makes it earlier, and never earlier than asked", () => {
  const error = new McpError("x", { kind: "transport", code: -32000, reason: { type: "unreachable" } });
  expect(retryDelay({ method: "m", revision: undefined, retries: 0, error }, policy, 0)).toBe(375);
});
