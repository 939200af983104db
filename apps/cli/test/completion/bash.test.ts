import { execFile } from "node:child_process";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { FIXTURE } from "../support/fixture.ts";
import { BIN, environment } from "../support/run-snodo.ts";

let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "snodo-bash-"));
  await writeFile(join(project, "snodo"), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
  await chmod(join(project, "snodo"), 0o755);
  const [command, ...args] = FIXTURE;
  await writeFile(join(project, ".mcp.json"), JSON.stringify({ mcpServers: { fix: { command, args } } }));
});

/** What bash would put in place of the last word, or of its end behind `=`. */
async function complete(line: string): Promise<readonly string[]> {
  const script = `source <(snodo completion bash); COMP_LINE=$1; COMP_POINT=\${#COMP_LINE}; _snodo 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)("bash", ["-c", script, "bash", line], {
    cwd: project,
    env: environment({ PATH: `${project}:${process.env["PATH"] ?? ""}` }),
  });
  return stdout.split("\n").filter((each) => each !== "");
}

test("bash completes commands, servers, live tools, their arguments and values", async () => {
  const lines = await Promise.all(
    [
      "snodo to",
      "snodo tools ",
      "snodo call fix ec",
      "snodo call fix echo ",
      "snodo call fix echo text=x ti",
      "snodo prompt fix review language=p",
      "snodo read fix file:",
      "snodo tools --protocol 2026",
    ].map(complete),
  );
  expect(lines).toEqual([
    ["tools"],
    ["fix"],
    ["echo"],
    ["text=", "times="],
    ["times="],
    ["python", "perl"],
    ["///notes.md", "///pixel.png"],
    ["2026-07-28"],
  ]);
});

test("a server that cannot be asked completes nothing, and says nothing", async () => {
  expect(await complete("snodo call nobody ")).toEqual([]);
  expect(await complete("snodo call http://127.0.0.1:1/mcp e")).toEqual([]);
});
