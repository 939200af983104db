import { expect, test } from "vitest";
import { at, HOSTILE } from "./support/fixture.ts";
import { json, snodo } from "./support/run-snodo.ts";
import { terminal } from "./support/terminal.ts";

const LINES = [
  "info",
  "tools",
  "tools evil",
  "call evil",
  "resources",
  "prompts",
  "call evil2",
  "read x:none",
];

test.concurrent.each(LINES)("snodo %s: what a server writes moves nothing on a terminal", async (line) => {
  const ran = await snodo(at(HOSTILE, ...line.split(" "), "--text", "--verbose"));
  for (const text of [ran.stdout, ran.stderr]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  }
});

test.concurrent("as JSON it is all there, and escaped", async () => {
  const ran = await snodo(at(HOSTILE, "call", "evil"));
  expect(ran.code).toBe(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
  expect(ran.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(JSON.stringify(json(ran))).toContain("\\u001b[2J");
});

test.concurrent("a line that is no message is skipped, with a word about it", async () => {
  const ran = await snodo(at(HOSTILE, "ping"));
  expect(ran.code).toBe(0);
  expect(ran.stderr).toMatch(/^! .*wrote a line that is no message to stdout .*skipped: not a message/m);
});

test.concurrent("on a terminal only the command's own sequences are written", async () => {
  const user = terminal(at(HOSTILE, "call", "evil"), { env: { NO_COLOR: "1" } });
  expect(await user.exited).toBe(1);
  expect(user.raw).not.toContain("\u001b[2J");
  expect(user.raw).not.toContain("owned\u0007");
});
