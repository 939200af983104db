// Field report 16: mark3labs/mcp-go#783.
import { expect, test } from "vitest";
import { open, puppet, runs } from "../support/open.ts";

test("close does not wait without bound for a child that ignores the end of its input", async () => {
  const shutdown = { stdinGrace: 30, termGrace: 30, killGrace: 10_000 };
  const { connection, request } = await open(puppet({ env: { PUPPET_IGNORES: "eof,term" }, shutdown }));
  const { pid } = (await request("place")) as { pid: number };
  await connection.close();
  expect(runs(pid)).toBe(false);
});
