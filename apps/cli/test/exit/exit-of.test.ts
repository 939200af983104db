import { McpError, type Reason, serverError, transportError } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { CliError, Interrupted, usageError } from "../../src/exit/cli-error.ts";
import { exitOf } from "../../src/exit/exit-of.ts";
import { failureOf } from "../../src/exit/failure.ts";

const of = (reason: Reason) => transportError("m", reason);

const exit = { exitCode: 1, signal: null, stderrTail: "" } as const;

describe("the exit code of a failure", () => {
  test.each<[reason: Reason, code: number]>([
    [{ type: "timeout", timeoutMs: 1 }, 5],
    [{ type: "max_total_timeout", maxTotalTimeoutMs: 1 }, 5],
    [{ type: "closed" }, 3],
    [{ type: "connection_lost" }, 3],
    [{ type: "unreachable" }, 3],
    [{ type: "spawn_failed", command: "x" }, 3],
    [{ type: "process_exit", ...exit }, 3],
    [{ type: "stream_lost" }, 3],
    [{ type: "stream_ended" }, 3],
    [{ type: "session_expired" }, 3],
    [{ type: "redirect", status: 302, target: "x" }, 3],
    [{ type: "outcome_unknown", lost: { type: "process_exit", ...exit } }, 3],
    [{ type: "outcome_unknown", lost: { type: "timeout", timeoutMs: 1 } }, 5],
    [{ type: "http_status", status: 500 }, 3],
    [{ type: "http_status", status: 404 }, 3],
    [{ type: "http_status", status: 401 }, 4],
    [{ type: "http_status", status: 403 }, 4],
    [{ type: "unauthorized", status: 401, challenge: { status: 401, schemes: [] } }, 4],
    [{ type: "authorization", problem: "interaction_required", retryable: false }, 4],
    [{ type: "invalid_message", problem: "x" }, 6],
    [{ type: "invalid_result", problem: "x" }, 6],
    [{ type: "unknown_result_type", resultType: 1 }, 6],
    [{ type: "repeated_cursor", cursor: "x" }, 6],
    [{ type: "no_answer" }, 6],
    [{ type: "content_type", contentType: "text/html" }, 6],
    [{ type: "content_encoding", encoding: "x" }, 6],
    [{ type: "max_response_bytes", limit: 1 }, 6],
    [{ type: "max_pages", limit: 1 }, 6],
    [{ type: "max_input_rounds", limit: 1, result: {} }, 6],
    [{ type: "malformed_input_request", problem: "x", result: {} }, 6],
    [{ type: "output_mismatch", issues: [], result: {} }, 6],
    [{ type: "output_schema", problem: "x", result: {} }, 6],
    [{ type: "invalid_tool_headers", tool: "x", problem: "y" }, 6],
    [{ type: "skill", problem: "digest" }, 6],
    [{ type: "other", name: "x" }, 6],
    [{ type: "unsupported_version", requested: [] }, 2],
    [{ type: "method_not_defined", method: "x", revision: "y" }, 2],
    [{ type: "invalid_header", header: "x" }, 2],
    [{ type: "input_required", result: {} }, 7],
    [{ type: "no_input_handler", kind: "sampling/createMessage", result: {} }, 7],
    [{ type: "input_handler", id: "q", problem: { type: "invalid_response", response: 1 }, result: {} }, 7],
    [{ type: "input_handler", id: "q", problem: { type: "threw", error: new Error("x") }, result: {} }, 7],
    [{ type: "task", problem: "cancelled" }, 1],
    [{ type: "task", problem: "expired" }, 5],
    [{ type: "task", problem: "not_supported" }, 2],
  ])("%j is %d", (reason, code) => {
    expect(exitOf(of(reason))).toBe(code);
  });

  test.each([
    [-32_602, 2],
    [-32_601, 2],
    [-32_002, 2],
    [-32_022, 2],
    [-32_700, 6],
    [-32_600, 6],
    [-32_020, 6],
    [-32_021, 7],
    [-32_042, 7],
    [-32_603, 1],
    [-1, 1],
    [42, 1],
  ])("the server's own error %d is %d", (code, expected) => {
    expect(exitOf(serverError({ code, message: "m" }))).toBe(expected);
  });

  test("of the command's own errors is what they say; a misuse is usage", () => {
    expect(exitOf(usageError("x"))).toBe(2);
    expect(exitOf(new Interrupted())).toBe(130);
    expect(exitOf(new TypeError("x"))).toBe(2);
    expect(exitOf(new Error("x"))).toBe(1);
    expect(exitOf("x")).toBe(1);
  });
});

describe("a failure", () => {
  test("has the same keys whatever it is", () => {
    for (const error of [
      usageError("u"),
      new TypeError("t"),
      of({ type: "closed" }),
      new Error("e"),
      "text",
    ]) {
      expect(failureOf(error, "srv")).toMatchObject({
        code: error instanceof McpError ? -32_000 : null,
        reason: expect.any(String),
        message: expect.any(String),
        server: "srv",
        exit: expect.any(Number),
        stderrTail: null,
      });
    }
    expect(failureOf(usageError("u"), undefined).server).toBeNull();
  });

  test("quotes what the server said, on one line, with its code and data", () => {
    const error = serverError({ code: -32_000, message: "no\nway", data: { a: 1 } });
    expect(failureOf(error, "srv")).toMatchObject({
      code: -32_000,
      reason: "server_error",
      message: "The server answered with error -32000: no way",
      data: { a: 1 },
    });
  });

  test("of a dead server has the end of its stderr", () => {
    const lines = Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n");
    const reason: Reason = { type: "process_exit", exitCode: 1, signal: null, stderrTail: `${lines}\n` };
    const { stderrTail } = failureOf(of({ type: "outcome_unknown", lost: reason }), "srv");
    expect(stderrTail?.split("\n")).toHaveLength(20);
    expect(stderrTail?.endsWith("line 29")).toBe(true);
  });

  test("is what was thrown into a handler or a sign-in, however deep it is", () => {
    const thrown = new CliError("nobody", { exit: 7, reason: "input_needed", details: { asked: 1 } });
    const handler = new Error("outer", { cause: thrown });
    const error = transportError("m", { type: "closed" }, { cause: handler });
    expect(failureOf(error, "srv")).toMatchObject({
      reason: "input_needed",
      message: "nobody",
      exit: 7,
      asked: 1,
    });
    expect(exitOf(transportError("m", { type: "closed" }, { cause: new Interrupted() }))).toBe(130);
    const circle = new Error("a");
    circle.cause = circle;
    expect(exitOf(circle)).toBe(1);
  });
});
