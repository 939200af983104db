import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { AttachedCache } from "../src/connection-cache.ts";
import { CacheCore } from "../src/core.ts";
import { settle } from "../src/options.ts";
import { Connected, clientOf, readOf } from "./support/harness.ts";

test("of what is gone nothing is left behind: no tag, no namespace", async () => {
  const core = new CacheCore(settle({ clock: manualClock(), maxEntries: 4 }));
  const { endpoint } = core.namespaces.retain(clientOf());
  core.namespaces.release(core.namespaces.retain(clientOf()));
  const server = new Connected(new AttachedCache(core, clientOf()));
  for (let n = 0; n < 100; n += 1) await server.read(readOf(`r${n}`));
  server.answer = () => Promise.reject(new Error("down"));
  await expect(server.read(readOf("fails"))).rejects.toThrow("down");
  expect([...endpoint.tags.keys()]).toEqual([96, 97, 98, 99].map((n) => `resources/read\nr${n}`));

  for (let n = 0; n < 50; n += 1) {
    const other = new Connected(new AttachedCache(core, clientOf({ endpoint: `https://${n}.example.com/` })));
    await other.read(readOf("a"));
    other.cache.detach();
  }
  // The connection above, and one for each of the last four entries.
  expect(core.namespaces.size).toBe(5);
  core.entries.clear();
  expect([core.namespaces.size, endpoint.tags.size]).toEqual([1, 0]);
});
