// Field report 1: modelcontextprotocol/servers#133, php-mcp/laravel#33, microsoft/azure-devops-mcp#147.
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";
import { raw } from "../support/raw.ts";

test("banners, log lines and JSON that is no message are skipped, each reported once, and the session goes on", async () => {
  const opened = await open(puppet({ env: { PUPPET_SAYS: "> build\n\n2025-07-10 info ready\n" } }));
  const noise = ["123", "null", "[]", '"hi"', '{"level":"info"}', `${"long ".repeat(500)}`];
  await raw(opened, noise.map((line) => `${line}\n`).join(""));
  expect(await opened.request("echo", { still: "here" })).toEqual({ still: "here" });
  const codes = opened.diagnostics.map(({ code }) => code);
  expect(codes).toEqual([
    "stdout_noise",
    "stdout_noise",
    "invalid_message",
    "invalid_message",
    "invalid_message",
    "invalid_message",
    "invalid_message",
    "stdout_noise",
  ]);
  expect(opened.diagnostics[0]?.message).toContain("> build");
  expect(Math.max(...opened.diagnostics.map(({ message }) => message.length))).toBeLessThan(600);
  expect(opened.endings).toEqual([]);
});
