import { describe, expect, test, vi } from "vitest";
import { isMcpError, McpError, serverError, transportError } from "../../src/errors/mcp-error.ts";

/** A second copy of the module, as duplicate installs have. */
async function otherCopy(): Promise<typeof import("../../src/errors/mcp-error.ts")> {
  vi.resetModules();
  return await import("../../src/errors/mcp-error.ts");
}

const closed = () => transportError("gone", { type: "closed" });

describe("the brand", () => {
  test("an error of another copy is one of ours, and the other way round", async () => {
    const copy = await otherCopy();
    expect(copy.McpError).not.toBe(McpError);
    const theirs = copy.transportError("gone", { type: "closed" });
    expect(theirs instanceof McpError).toBe(true);
    expect(closed() instanceof copy.McpError).toBe(true);
    expect(isMcpError(theirs, "closed")).toBe(true);
    expect(copy.isMcpError(closed(), "timeout")).toBe(false);
  });

  test.each([null, undefined, "text", 7, {}, new Error("x"), new TypeError("x"), { name: "McpError" }])(
    "%s is none",
    (value) => {
      expect(isMcpError(value)).toBe(false);
      expect((value as object) instanceof McpError).toBe(false);
    },
  );

  test("a class derived from it is told from the others", () => {
    class Special extends McpError {}
    const special = new Special("x", {
      kind: "execution",
      code: 1,
      reason: { type: "other", name: "special" },
    });
    expect(special instanceof Special).toBe(true);
    expect(special instanceof McpError).toBe(true);
    expect(closed() instanceof Special).toBe(false);
  });

  test("it is not part of what is logged", () => {
    expect(Object.keys(closed()).sort()).toEqual(["code", "data", "kind", "name", "reason", "sent"]);
  });
});

// @req call.server-error
test("an error of the server keeps code, message and data", () => {
  const error = serverError({ code: 42, message: "no such row", data: { row: 7 } });
  expect(error).toMatchObject({
    name: "McpError",
    kind: "server",
    code: 42,
    message: "no such row",
    data: { row: 7 },
    reason: { type: "server_error" },
    sent: "yes",
  });
});

// @req call.transport-error
test("a transport error is -32000, unsent unless it says so", () => {
  const cause = new Error("ECONNRESET");
  expect(closed()).toMatchObject({ kind: "transport", code: -32000, sent: "no", data: undefined });
  const lost = transportError("lost", { type: "stream_lost" }, { cause, sent: "maybe", data: { at: 1 } });
  expect(lost).toMatchObject({ cause, sent: "maybe", data: { at: 1 } });
  expect("cause" in closed()).toBe(false);
});

test("a reason narrows", () => {
  const error: unknown = transportError("full", { type: "max_response_bytes", limit: 16 });
  expect(isMcpError(error, "max_response_bytes") && error.reason.limit).toBe(16);
});
