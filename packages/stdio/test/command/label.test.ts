import { describe, expect, test } from "vitest";
import { commandLabel } from "../../src/command/label.ts";

describe("the label of a command", () => {
  test.each([
    ["npx", ["-y", "@scope/server@1.2"], "npx -y @scope/server@1.2"],
    ["C:\\Program Files\\x.exe", [], '"C:\\Program Files\\x.exe"'],
    ["node", ["a b.js", ""], 'node "a b.js" ""'],
    ["sh", ["-c", "one\ntwo"], 'sh -c "one two"'],
  ])("is its command line: %s %j", (command, args, label) => {
    expect(commandLabel(command, args)).toBe(label);
  });

  test("is clipped", () => {
    const label = commandLabel("node", ["-e", "x".repeat(5000)]);
    expect(label).toMatch(/^node -e x+… \(5008 characters\)$/);
    expect(label.length).toBeLessThan(200);
  });

  test.each([
    [["--api-key", "hush"]],
    [["--api-key=hush"]],
    [["API_TOKEN=hush"]],
    [["-e", "GITHUB_TOKEN=hush"]],
    [["--password", "hush"]],
    [["--header", "Authorization: Bearer hush"]],
    [["--header=Authorization: Bearer hush"]],
    [["--header", "X-Api-Key: hush"]],
    [["--client-secret", "hush"]],
    [["postgres://user:hush@db.example/base"]],
    [["--url=https://user:hush@example.com/mcp"]],
    [["https://example.com/mcp?key=hush#hush"]],
  ])("leaves out what looks like a secret: %j", (args) => {
    expect(commandLabel("run", args)).not.toContain("hush");
  });

  test("still shows what a URL points to, and a flag after a secret one", () => {
    expect(
      commandLabel("npx", ["mcp-remote", "https://u:p@example.com:8/mcp?q=1", "--token", "--debug"]),
    ).toBe("npx mcp-remote https://example.com:8/mcp --token --debug");
  });
});
