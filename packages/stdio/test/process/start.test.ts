// @req option.env-cwd
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMcpError, type McpError } from "@snodo/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StdioOptions } from "../../src/options.ts";
import type { SpawnedProcess } from "../../src/process/spawned-process.ts";
import { open, puppet, rejection } from "../support/open.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "stdio-start-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function startError(options: StdioOptions): Promise<McpError> {
  const error = await rejection(open(options));
  if (!isMcpError(error, "spawn_failed")) throw error;
  expect(error).toMatchObject({ kind: "transport", code: -32000, sent: "no" });
  return error;
}

describe("a server that cannot be started", () => {
  test("because there is no such command", async () => {
    const error = await startError({ command: "no-such-server", args: ["--token", "hush"] });
    expect(error.reason).toEqual({ type: "spawn_failed", command: "no-such-server", osCode: "ENOENT" });
    expect(error.message).toBe(
      'could not start no-such-server --token …: ENOENT, there is no command "no-such-server" on the PATH the ' +
        "server gets. Is it installed? If it is an npm package, run it with npx, or give the full path",
    );
    expect(error.cause).toMatchObject({ code: "ENOENT" });
  });

  test("because there is no such file", async () => {
    const file = join(folder, "absent");
    const error = await startError({ command: file });
    expect(error.message).toBe(`could not start ${file}: ENOENT, there is no file "${file}". Check the path`);
  });

  test("because what is to interpret it is gone", async () => {
    const file = join(folder, "moved");
    writeFileSync(file, `#!${join(folder, "venv/bin/python")}\n`);
    chmodSync(file, 0o755);
    const error = await startError({ command: "./moved", cwd: folder });
    expect(error.message).toBe(
      'could not start ./moved: ENOENT, "./moved" exists, but not the interpreter its first line names. Install it ' +
        "anew, or start it through its interpreter",
    );
  });

  test("because its launcher is not installed", async () => {
    const error = await startError({ command: "npx", args: ["server"], env: { PATH: folder } });
    expect(error.message).toMatch(
      /no command "npx" on the PATH the server gets\. npx comes with Node\.js; install it/,
    );
  });

  test("because the arguments are in the command", async () => {
    const error = await startError({ command: "npx -y server" });
    expect(error.message).toMatch(/there is no command "npx -y server"\. Give its words one by one in args$/);
  });

  test("because its directory does not exist", async () => {
    const error = await startError(puppet({ cwd: join(folder, "nowhere") }));
    expect(error.message).toMatch(/ENOENT, the working directory .*nowhere does not exist\. Check cwd$/);
  });

  test("because it is no program", async () => {
    const file = join(folder, "text");
    writeFileSync(file, "hello");
    chmodSync(file, 0o644);
    const error = await startError({ command: file });
    expect(error.reason).toMatchObject({ osCode: "EACCES" });
    expect(error.message).toMatch(/EACCES, ".*" may not be executed\. Check that it is a program/);
  });

  test("because the arguments are too long", async () => {
    const error = await startError({ command: process.execPath, args: ["x".repeat(5_000_000)] });
    expect(error.message).toMatch(/^could not start .*: E2BIG, the arguments and environment are too long/);
    expect(error.message.length).toBeLessThan(400);
  });

  test.each([
    ["EMFILE", /too many files are open/],
    ["EAGAIN", /no more processes can be started/],
    ["EPERM", /"x" was refused by the operating system/],
  ])("because of %s", async (code, text) => {
    const spawn = (): SpawnedProcess => {
      throw Object.assign(new Error(`spawn x ${code}`), { code, syscall: "spawn" });
    };
    expect((await startError({ command: "x", spawn })).message).toMatch(text);
  });

  test("because an injected spawn throws something else", async () => {
    const spawn = (): SpawnedProcess => {
      throw new Error("the sandbox is closed");
    };
    const error = await startError({ command: "x", spawn });
    expect(error.message).toBe("could not start x: the sandbox is closed");
    expect(error.reason).toMatchObject({ osCode: undefined });
  });
});

describe("a server that starts", () => {
  test("gets its arguments as they are, its directory, and only the safe environment", async () => {
    const args = ["a b", "$HOME", "&&", '"quoted"', "", "üñí", "*"];
    const { request } = await open(puppet({ args, cwd: folder, env: { KEY: "välue" } }));
    expect(await request("place")).toMatchObject({ argv: args });
    const environment = (await request("environment")) as Record<string, string>;
    expect(environment).toMatchObject({ KEY: "välue", PATH: process.env["PATH"] });
    expect(Object.keys(environment)).not.toContain("VITEST");
  });

  test("runs in the directory it is given", async () => {
    const { request } = await open(puppet({ cwd: "/" }));
    expect(await request("place")).toMatchObject({ cwd: "/" });
  });

  test("can inherit everything", async () => {
    const { request } = await open(puppet({ inheritEnv: true }));
    expect(await request("environment")).toMatchObject({ VITEST: "true" });
  });
});
