// Field report 20: vercel/ai#19157, #10732, modelcontextprotocol/typescript-sdk#101.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";

// cross-spawn decides by the platform at load time, so its Windows half is looked at in a process that claims to be one.
function onWindows(
  command: string,
  args: readonly string[],
): { command: string; args: string[]; options: object } {
  const crossSpawn = createRequire(import.meta.url).resolve("cross-spawn");
  const code = `
    Object.defineProperty(process, "platform", { value: "win32" });
    const { _parse } = require(${JSON.stringify(crossSpawn)});
    const { command, args, options } = _parse(...${JSON.stringify([command, args])}, { env: { PATH: "", PATHEXT: ".EXE;.CMD" } });
    console.log(JSON.stringify({ command, args, options }));`;
  return JSON.parse(execFileSync(process.execPath, ["-e", code], { encoding: "utf8" }));
}

test("a shim such as npx.cmd is started through cmd.exe with its arguments escaped, and without a blanket shell", () => {
  const { command, args, options } = onWindows("npx", ["-y", "a b", 'x" & calc & "']);
  expect(command).toMatch(/cmd\.exe$/);
  expect(args.slice(0, 3)).toEqual(["/d", "/s", "/c"]);
  expect(args[3]).toContain("^&");
  expect(args[3]).not.toMatch(/[^^]&/);
  expect(options).not.toHaveProperty("shell");
});

test("arguments that mean something to a shell reach the server as they are", async () => {
  const args = ["a b", "$(id)", "; ls", "| cat", "%PATH%", "^", "'", '"'];
  const { request } = await open(puppet({ args }));
  expect(await request("place")).toMatchObject({ argv: args });
});
