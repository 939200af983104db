// Statement 5: 100 reads of 2 MB keep what is held under the byte bound.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { harness, page, readOf } from "../support/harness.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

// @req cache.bytes
test("16 MiB hold eight of them, and nothing keeps the others alive", async () => {
  const { cache, connect } = harness();
  const server = connect();
  const read: WeakRef<object>[] = [];
  for (let n = 0; n < 100; n += 1) {
    server.answer = page(n, { ttlMs: 60_000, cacheScope: "public", text: "x".repeat(2_000_000) });
    read.push(new WeakRef((await server.read(readOf(`r${n}`))) as object));
    expect(cache.stats().bytes).toBeLessThanOrEqual(16 * 1024 * 1024);
  }
  expect(cache.stats().entries).toBe(8);

  // What a WeakRef was made of lives until the end of its turn.
  await new Promise(setImmediate);
  collectGarbage();
  const alive = read.flatMap((reference, n) => (reference.deref() === undefined ? [] : [n]));
  expect(alive).toEqual([92, 93, 94, 95, 96, 97, 98, 99]);

  server.sent.length = 0;
  for (let n = 92; n < 100; n += 1) await server.read(readOf(`r${n}`));
  expect(server.sent).toEqual([]);
  await server.read(readOf("r91"));
  expect(server.sent).toHaveLength(1);
});
