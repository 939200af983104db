import { describe, expect, test } from "vitest";
import { openCommand } from "../../src/node/index.ts";

const tricky = 'https://as.example.com/authorize?a=1&b="$(touch x)`id`;|%26 calc.exe';

describe("openCommand", () => {
  test.each([
    ["darwin", "open", []],
    ["linux", "xdg-open", []],
    ["freebsd", "xdg-open", []],
    ["win32", "rundll32", ["url.dll,FileProtocolHandler"]],
  ])("on %s hands the URL over as one argument, without a shell", (system, command, before) => {
    const { href } = new URL(tricky);
    expect(openCommand(tricky, system)).toEqual({ command, args: [...before, href] });
    expect(href).not.toMatch(/[" ]/);
  });

  test.each(["http://127.0.0.1:1/x", "http://localhost/x", "http://[::1]/x", "https://as.example.com"])(
    "opens %s",
    (url) => {
      expect(() => openCommand(url, "linux")).not.toThrow();
    },
  );

  test.each([
    "http://as.example.com/authorize",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/html,x",
    "ms-msdt:/id",
    "vscode://x",
    "--help",
    "-a Calculator",
  ])("refuses %s", (url) => {
    expect(() => openCommand(url, "linux")).toThrow(TypeError);
  });
});
