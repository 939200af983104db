import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileLock } from "../../src/node/files/lock.ts";
import { createLock, isStale, readLock, removeLock, takeOver } from "../../src/node/files/lock-file.ts";
import { temporaryDirectory } from "../fixtures/temporary.ts";

const lockIn = async () => join(await temporaryDirectory(), "lock");
const age = async (path: string, seconds: number) => {
  const time = new Date(Date.now() - seconds * 1000);
  await utimes(path, time, time);
};
const stateOf = async (path: string) => {
  const state = await readLock(path);
  if (state === undefined) throw new Error("there is no lock");
  return state;
};

/** The id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "0"]);
  await once(child, "exit");
  return child.pid ?? 0;
}

/** This machine as the locks of this process name it. */
async function here(): Promise<string> {
  const path = await lockIn();
  return (await createLock(path))?.host ?? "";
}

describe("a lock", () => {
  test("is had by one", async () => {
    const path = await lockIn();
    const owners = await Promise.all(Array.from({ length: 10 }, () => createLock(path)));
    expect(owners.filter((owner) => owner !== undefined)).toHaveLength(1);
  });

  test("of a live process is not stale, however short or long it is held", async () => {
    const path = await lockIn();
    await createLock(path);
    await age(path, 29);
    expect(await isStale(await stateOf(path))).toBe(false);
  });

  test("without a sign of life for 30 s is", async () => {
    const path = await lockIn();
    await createLock(path);
    await age(path, 31);
    expect(await isStale(await stateOf(path))).toBe(true);
  });

  test("of a process of this machine that is gone is stale at once", async () => {
    const path = await lockIn();
    await writeFile(path, JSON.stringify({ pid: await deadPid(), host: await here(), nonce: "n" }));
    expect(await isStale(await stateOf(path))).toBe(true);
  });

  test("of a process of another machine, or of another container of this one, is not judged by its id", async () => {
    const path = await lockIn();
    for (const host of ["elsewhere", `${hostname()} pid:[1]`]) {
      await writeFile(path, JSON.stringify({ pid: await deadPid(), host, nonce: "n" }));
      expect(await isStale(await stateOf(path))).toBe(false);
    }
  });

  test("whose maker died before it wrote its name is stale after 5 s", async () => {
    const path = await lockIn();
    await writeFile(path, "");
    expect(await isStale(await stateOf(path))).toBe(false);
    await age(path, 6);
    expect(await isStale(await stateOf(path))).toBe(true);
  });

  test("that was taken over is not removed by its former owner", async () => {
    const path = await lockIn();
    const first = await createLock(path);
    if (first === undefined) throw new Error("no lock");
    await age(path, 31);
    await takeOver(path);
    const second = await createLock(path);
    await removeLock(path, first);
    expect((await stateOf(path)).owner?.nonce).toBe(second?.nonce);
  });

  test("that is good is not removed by a late takeover", async () => {
    const path = await lockIn();
    const owner = await createLock(path);
    await takeOver(path);
    expect((await stateOf(path)).owner?.nonce).toBe(owner?.nonce);
    expect(await readdir(join(path, ".."))).toEqual(["lock"]);
  });

  test("can be taken over although somebody died while doing so", async () => {
    const path = await lockIn();
    await createLock(path);
    await age(path, 31);
    await writeFile(`${path}.takeover`, "");
    await age(`${path}.takeover`, 11);
    const lock = fileLock(async () => path);
    expect(await lock("k", async () => "in")).toBe("in");
  });
});

describe("fileLock", () => {
  test("takes over from a process that was killed", async () => {
    const path = await lockIn();
    await writeFile(path, JSON.stringify({ pid: await deadPid(), host: await here(), nonce: "n" }));
    const lock = fileLock(async () => path);
    expect(await lock("k", async () => "in")).toBe("in");
    expect(await readdir(join(path, ".."))).toEqual([]);
  });

  test("of many who find it left behind, one at a time gets in", async () => {
    const path = await lockIn();
    await writeFile(path, JSON.stringify({ pid: await deadPid(), host: await here(), nonce: "n" }));
    let inside = 0;
    let most = 0;
    const enter = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await readFile(path, "utf8");
      inside -= 1;
    };
    // Locks of their own, as in other processes.
    await Promise.all(Array.from({ length: 8 }, () => fileLock(async () => path)("k", enter)));
    expect(most).toBe(1);
  });

  test("rejects with the reason of a caller who does not want to wait any more", async () => {
    const path = await lockIn();
    await createLock(path);
    const abort = new AbortController();
    const reason = new Error("enough");
    const waiting = fileLock(async () => path)("k", async () => "in", { signal: abort.signal });
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});
