// openai/codex#37077, wong2/mcp-cli#16, CVE-2025-6514: the URL of a server is opened with any scheme, or through a shell.

import { expect, test } from "vitest";
import { openCommand } from "../../src/node/index.ts";
import { setup } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test.each([
  "file:///etc/passwd",
  "javascript:alert(1)",
  "http://as.example.com/a",
  "a:$(calc.exe)",
  "\\\\host\\share",
])("an authorization endpoint at %s is opened by nobody", async (endpoint) => {
  const world = new World();
  world.metadata = { ...world.metadata, authorization_endpoint: endpoint };
  let visited = false;
  const flow = {
    prepare: async () => ({
      redirectUri: "http://127.0.0.1:1/callback",
      dispose: async () => undefined,
      visit: async () => {
        visited = true;
        return new URLSearchParams();
      },
    }),
  };
  await expect(setup({ flow }, world).call()).rejects.toThrow("Refused the authorization endpoint");
  expect(visited).toBe(false);
  expect(() => openCommand(endpoint, "linux")).toThrow();
});

test("a good one is an argument, never part of a command line", () => {
  const { command, args } = openCommand("https://as.example.com/a?b=$(id)&c=`id`", "win32");
  expect([command, args.length]).toEqual(["rundll32", 2]);
});
