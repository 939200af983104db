import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { at, FIXTURE, ODD_NAMES } from "../support/fixture.ts";
import { BIN, environment, snodo } from "../support/run-snodo.ts";

let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "snodo-bash-"));
  await writeFile(join(project, "snodo"), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
  await chmod(join(project, "snodo"), 0o755);
  const [command, ...args] = FIXTURE;
  const odd = { command: ODD_NAMES[0], args: ODD_NAMES.slice(1) };
  await writeFile(
    join(project, ".mcp.json"),
    JSON.stringify({ mcpServers: { fix: { command, args }, odd } }),
  );
});

/** What bash would put in place of the last word, or of its end behind `=`. */
function complete(line: string, breaks = "=:"): Promise<readonly string[]> {
  return bash(line, `printf '%s\\n' "\${COMPREPLY[@]}"`, breaks);
}

/** The words a command gets when all that is proposed is on its line. */
function wordsOf(line: string): Promise<readonly string[]> {
  return bash(line, `eval "set -- \${COMPREPLY[*]}"; printf '%s\\n' "$@"`, "=:");
}

async function bash(line: string, then: string, breaks: string): Promise<readonly string[]> {
  const script = `source <(snodo completion bash); COMP_WORDBREAKS=${breaks}; COMP_LINE=$1; COMP_POINT=\${#COMP_LINE}; _snodo 2>/dev/null; ${then}`;
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
    ].map((line) => complete(line)),
  );
  expect(lines).toEqual([
    ["tools"],
    ["fix", "odd"],
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

test("what a shell would act on is quoted: a server runs nothing here by what it calls its tools", async () => {
  expect(await wordsOf("snodo call odd ")).toEqual([
    "plain",
    "two words",
    "*",
    "x;touch pwned",
    "$(touch pwned)",
    "it's `id`",
    "~",
  ]);
  expect(await readdir(project)).toEqual([".mcp.json", "snodo"]);
  expect(await wordsOf("snodo call odd plain of=")).toEqual([
    "in progress",
    '$HOME\'s "own"',
    "x:y z",
    "me@here",
  ]);
});

test("between quotes only what ends them is quoted, and what cannot be is not proposed", async () => {
  expect(await complete('snodo call odd plain of="')).toEqual([
    "in progress",
    '\\$HOME\'s \\"own\\"',
    "x:y z",
    "me@here",
  ]);
  expect(await complete("snodo call odd plain of='")).toEqual(["in progress", "x:y z", "me@here"]);
  expect(await complete('snodo call odd plain of="x:')).toEqual(["x:y z"]);
  expect(await complete('snodo call odd "tw')).toEqual(["two words"]);
  expect(await complete("snodo call odd two\\ w")).toEqual(["two\\ words"]);
});

test("what is replaced starts where this bash ends words", async () => {
  expect(await complete("snodo call odd plain of=me@h", "=:@")).toEqual(["@here"]);
  expect(await complete("snodo call odd plain of=me@h", "=:")).toEqual(["me@here"]);
  expect(await complete("snodo call odd plain of=me@h", "")).toEqual(["of=me@here"]);
});

test("a command line that is shown to be copied is quoted, too", async () => {
  const { stdout } = await snodo(at(ODD_NAMES, "tools", "$(touch pwned)", "--text"));
  expect(stdout).toContain("  snodo call SERVER '$(touch pwned)' [of=STRING]");
});
