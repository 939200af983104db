import { expect, onTestFinished, test, vi } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";

// Field report 139: Bun's fetch has a time limit of 300 s of its own that a longer signal does not lift; the client
// then sent the tool call again.

test("Bun's limit is lifted", async () => {
  vi.stubGlobal("Bun", {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const inits: unknown[] = [];
  const fetch = async (_url: unknown, init: unknown): Promise<Response> => {
    inits.push(init);
    return Response.json({ jsonrpc: "2.0", id: 1, result: { content: [] } });
  };
  const client = await connected(http("http://h.test/mcp", { fetch }), { protocol: "2026-07-28" });
  await client.callTool("x", {});
  expect(inits).toMatchObject([{ timeout: false }]);
});

test("a call that the platform cut is not sent again", async () => {
  let calls = 0;
  const fetch = async (): Promise<Response> => {
    calls += 1;
    throw new DOMException("The operation timed out.", "TimeoutError");
  };
  const client = await connected(http("http://h.test/mcp", { fetch }), { protocol: "2026-07-28" });
  expect((await failureOf(client.callTool("x", {}))).reason).toMatchObject({ type: "outcome_unknown" });
  expect(calls).toBe(1);
});
