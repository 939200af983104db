import { describe, expect, test } from "vitest";
import { type StdioOptions, stdio } from "../src/index.ts";
import { resolveOptions } from "../src/options.ts";

describe("options", () => {
  test("default to the documented limits", () => {
    expect(resolveOptions({ command: "x" })).toMatchObject({
      args: [],
      env: {},
      inheritEnv: false,
      maxLineBytes: 16 * 1024 * 1024,
      stderr: "pipe",
      stderrTailBytes: 65_536,
      graces: { stdinGrace: 2000, termGrace: 2000, killGrace: 500 },
      platform: process.platform,
    });
  });

  test("are clamped where the platform ends", () => {
    const settings = resolveOptions({
      command: "x",
      maxLineBytes: Number.POSITIVE_INFINITY,
      shutdown: { stdinGrace: Number.POSITIVE_INFINITY, termGrace: 0 },
    });
    expect(settings.graces).toMatchObject({ stdinGrace: 2 ** 31 - 1, termGrace: 0 });
    expect(Number.isSafeInteger(settings.maxLineBytes)).toBe(true);
  });

  test.each([
    [{ command: "" }, "stdio: command must be a non-empty string"],
    [{ command: undefined }, "stdio: command must be a non-empty string"],
    [{ command: "x", args: "y" }, "stdio: args must be an array of strings"],
    [{ command: "x", args: [1] }, "stdio: args must be an array of strings"],
    [{ command: "x", args: ["a\0b"] }, "stdio: command and args must be free of NUL characters"],
    [{ command: "x", maxLineBytes: 0 }, "stdio: maxLineBytes must be a number of bytes, 1 or more"],
    [{ command: "x", maxLineBytes: Number.NaN }, "stdio: maxLineBytes must be a number of bytes, 1 or more"],
    [{ command: "x", stderrTailBytes: "1" }, "stdio: stderrTailBytes must be a number of bytes, 1 or more"],
    [{ command: "x", stderr: "ignore" }, 'stdio: stderr must be "pipe", "inherit" or a function'],
    [
      { command: "x", shutdown: { termGrace: -1 } },
      "stdio: shutdown.termGrace must be a number of milliseconds, 0 or more",
    ],
  ])("that cannot be are refused: %j", (options, message) => {
    expect(() => stdio(options as unknown as StdioOptions)).toThrow(new TypeError(message));
  });
});

test("a transport says what it is before it is opened", () => {
  const transport = stdio({ command: "npx", args: ["-y", "server"], env: { KEY: "hush" } });
  expect(transport).toMatchObject({ kind: "stdio", label: "npx -y server" });
});
