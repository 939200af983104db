import { mkdtemp, readdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cacheStoreContract, runContract } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { cacheFolder, fileCacheStore } from "../../src/connection/file-cache.ts";

const folder = () => mkdtemp(join(tmpdir(), "snodo-cache-"));

runContract(
  test,
  cacheStoreContract,
  async () => {
    const path = await folder();
    let now = 0;
    return {
      store: fileCacheStore(path, () => now),
      other: fileCacheStore(path, () => now),
      pass: async (milliseconds: number) => {
        now += milliseconds;
      },
    };
  },
  // A command is over before it could hear of another.
  { without: ["watch", "shared-watch"] },
);

describe("results in files", () => {
  const entry = (mark: string, value = "v") => ({ value, ttlMs: 1_000, bytes: 1, mark });

  test("are there for the next command, until their time is over", async () => {
    const path = await folder();
    let now = 1_000;
    const first = fileCacheStore(path, () => now);
    const { mark } = await first.get("k", "t");
    await first.set("k", "t", entry(mark));
    const next = fileCacheStore(path, () => now);
    now = 1_400;
    expect(await next.get("k", "t")).toEqual({ mark, entry: { value: "v", ttlMs: 600 } });
    now = 2_000;
    expect(await next.get("k", "t")).toEqual({ mark });
  });

  test("are for their owner only", async () => {
    const path = await folder();
    const store = fileCacheStore(path);
    await store.set("k", "t", entry((await store.get("k", "t")).mark));
    const [tag = ""] = await readdir(path);
    for (const name of await readdir(join(path, tag))) {
      expect((await stat(join(path, tag, name))).mode & 0o077).toBe(0);
    }
  });

  test("that are damaged count as absent", async () => {
    const path = await folder();
    const store = fileCacheStore(path);
    const { mark } = await store.get("k", "t");
    await store.set("k", "t", entry(mark));
    const [tag = ""] = await readdir(path);
    const file = (await readdir(join(path, tag))).find((name) => name !== "mark") ?? "";
    await writeFile(join(path, tag, file), '{"mark":');
    expect(await store.get("k", "t")).toEqual({ mark });
  });

  test("of no use any more are removed by who writes next", async () => {
    const path = await folder();
    let now = 0;
    const old = fileCacheStore(path, () => now);
    for (const key of ["a", "b"]) await old.set(key, "t", entry((await old.get(key, "t")).mark));
    now = 5_000;
    const next = fileCacheStore(path, () => now);
    await next.set("c", "t", entry((await next.get("c", "t")).mark));
    const [tag = ""] = await readdir(path);
    expect((await readdir(join(path, tag))).filter((name) => name !== "mark")).toHaveLength(1);
  });
});

test.each([
  ["linux", {}, "/home/ada/.cache/snodo"],
  ["linux", { XDG_CACHE_HOME: "/c" }, "/c/snodo"],
  ["darwin", {}, "/home/ada/Library/Caches/snodo"],
  ["win32", { LOCALAPPDATA: "/l" }, "/l/snodo/cache"],
])("on %s with %j they are in %s", (platform, env, path) => {
  expect(cacheFolder({ platform, env, home: "/home/ada", cwd: "/" })).toBe(path);
});
