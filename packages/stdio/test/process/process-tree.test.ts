import { type ChildProcess, spawn } from "node:child_process";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Kill, PosixTree, WindowsTree } from "../../src/process/process-tree.ts";
import type { SpawnRequest } from "../../src/process/spawned-process.ts";
import { runs, script } from "../support/open.ts";

function errno(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** A sleeper that leads a group, and the pids of it and its own child. */
async function sleepers(detached = true): Promise<{ child: ChildProcess; pids: number[] }> {
  const child = spawn(process.execPath, [script("sleeper.mjs"), "", "nested"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    detached,
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const pids = await new Promise<number[]>((resolve) =>
    child.once("message", (message) => resolve(message as number[])),
  );
  return { child, pids };
}

const exitOf = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => child.once("exit", resolve));

describe("a tree on POSIX", () => {
  test("is the group the child leads", async () => {
    const { child, pids } = await sleepers();
    const tree = new PosixTree(child.pid ?? 0);
    tree.note();
    const exit = exitOf(child);
    expect([tree.gone(), tree.end("force")]).toEqual([false, true]);
    await exit;
    await expect.poll(() => tree.gone(), { timeout: 15_000 }).toBe(true);
    expect(pids.filter(runs)).toEqual([]);
  });

  test("is the child alone when that leads no group", () => {
    const sent: (readonly [number, string | number])[] = [];
    const tree = new PosixTree(2 ** 30, (pid, signal) => {
      sent.push([pid, signal]);
      if (pid < 0) throw errno("ESRCH");
    });
    tree.end("ask");
    expect(sent).toEqual([
      [-(2 ** 30), "SIGTERM"],
      [2 ** 30, "SIGTERM"],
    ]);
  });

  test("is never signalled again once it is gone", () => {
    const sent: (readonly [number, string | number])[] = [];
    const kill: Kill = (pid, signal) => {
      sent.push([pid, signal]);
      throw errno("ESRCH");
    };
    const tree = new PosixTree(2 ** 30, kill);
    expect(tree.gone()).toBe(true);
    tree.end("force");
    tree.end("ask");
    expect(tree.gone()).toBe(true);
    expect(sent).toEqual([[-(2 ** 30), 0]]);
  });

  test("that belongs to another user is not taken for gone", () => {
    const { pid } = process;
    const tree = new PosixTree(pid, () => {
      throw errno("EPERM");
    });
    expect([tree.end("ask"), tree.gone()]).toEqual([true, false]);
  });

  test("does not signal a descendant that is dead by now", async () => {
    const { child, pids } = await sleepers(false);
    const sent: number[] = [];
    // The child leads no group, so only the noted descendants can be reached.
    const tree = new PosixTree(child.pid ?? 0, (pid) => {
      sent.push(pid);
      throw errno("ESRCH");
    });
    tree.note();
    const exit = exitOf(child);
    for (const pid of pids) process.kill(pid, "SIGKILL");
    await exit;
    await expect.poll(() => pids.filter(runs), { timeout: 15_000 }).toEqual([]);
    tree.end("force");
    expect(sent.filter((pid) => pid > 0)).toEqual([]);
  });
});

describe("a tree on Windows", () => {
  function fake(spawned: "works" | "fails" | "throws") {
    const calls: (readonly [string, readonly string[], SpawnRequest])[] = [];
    let killed = 0;
    const child = {
      stdin: null,
      stdout: null,
      stderr: null,
      kill: () => {
        killed += 1;
        return true;
      },
      unref() {},
      on(event: string, listener: (...args: never[]) => void) {
        if (event === "error" && spawned === "fails") (listener as (error: Error) => void)(errno("ENOENT"));
      },
    };
    const tree = new WindowsTree(child, 42, (...call) => {
      calls.push(call);
      if (spawned === "throws") throw errno("EPERM");
      return child;
    });
    return { tree, calls, killed: () => killed };
  }

  test("cannot be asked, only ended by force, with everything below it", () => {
    const { tree, calls, killed } = fake("works");
    expect([tree.end("ask"), calls.length]).toEqual([false, 0]);
    expect(tree.end("force")).toBe(true);
    expect(calls).toEqual([
      ["taskkill", ["/pid", "42", "/T", "/F"], { stdio: "ignore", detached: false, windowsHide: true }],
    ]);
    expect([killed(), tree.gone()]).toEqual([0, true]);
  });

  test.each(["fails", "throws"] as const)("falls back to the child alone when taskkill %s", (spawned) => {
    const { tree, killed } = fake(spawned);
    tree.end("force");
    expect(killed()).toBe(1);
  });
});
