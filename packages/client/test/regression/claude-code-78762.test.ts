// Field report 126: integers above 2^53 in `structuredContent` are rounded by JSON.parse; the text is exact. The README
// says so.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test("text is never written anew", async () => {
  const text = '{"id": 1234567890123456789, "n": 1.0, "e": 1e2}';
  const { client } = await open(
    rawServer({ methods: { "tools/call": () => ({ content: [{ type: "text", text }] }) } }).transport,
  );
  expect((await client.callTool("t")).content).toEqual([{ type: "text", text }]);
});

test("it is documented", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  expect(readme).toContain("2^53");
});
