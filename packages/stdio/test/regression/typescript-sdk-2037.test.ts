// Field report 22: modelcontextprotocol/typescript-sdk#2037, modelcontextprotocol/python-sdk#3335, openai/codex#4180,
// anthropics/claude-code#90074.
import { expect, test } from "vitest";
import { safeEnvironment } from "../../src/index.ts";
import { serverEnvironment } from "../../src/process/environment.ts";

const needed = [
  "PATHEXT",
  "COMSPEC",
  "PROGRAMDATA",
  "COMPUTERNAME",
  "SYSTEMROOT",
  "WINDIR",
  "TEMP",
  "TMP",
  "USERDOMAIN",
];

test.each(needed)("Windows programs get %s, however the system writes it", (name) => {
  const written = `${name[0]}${name.slice(1).toLowerCase()}`;
  expect(safeEnvironment({ [written]: "value", SECRET: "hush" }, "win32")).toEqual({ [written]: "value" });
});

test("undefined values are dropped, and the caller's names win whatever their case", () => {
  const merged = serverEnvironment(
    { path: "mine", Temp: undefined },
    false,
    { Path: "theirs", TEMP: "t" },
    "win32",
  );
  expect(merged).toEqual({ path: "mine", TEMP: "t" });
});
