// Statement 5: the cache has a byte bound.
import { testServer } from "@snodo/testing";
import { expect, test } from "vitest";
import { dial } from "../support/clients.ts";
import { responseCache } from "../support/siblings.ts";

test("a hundred reads of 2 MB keep at most 16 MiB", async () => {
  const cache = responseCache();
  const server = testServer({
    resourceTemplates: { "file:///{name}": { read: () => "x".repeat(2_000_000) } },
    cache: { ttlMs: 60_000, cacheScope: "public" },
  });
  const { client } = await dial(server, "direct", { cache });
  for (let at = 0; at < 100; at += 1) await client.readResource(`file:///${at}`);
  expect(cache.stats().bytes).toBeLessThanOrEqual(16 * 1024 * 1024);
  expect(cache.stats().bytes).toBeGreaterThan(10_000_000);
});
