// Field report 131: the cache was wiped before each lookup, and one entry stood for a set of servers.
import { expect, test } from "vitest";
import { harness, page, TOOLS } from "../support/harness.ts";

test("each server has its own entries, and a lookup leaves all others alone", async () => {
  const { cache, connect } = harness();
  const servers = ["a", "b", "c"].map((name) => {
    const server = connect({ endpoint: `https://${name}.example.com/mcp` });
    server.answer = page(name);
    return server;
  });
  for (let round = 0; round < 10; round += 1) {
    for (const [at, server] of servers.entries()) {
      expect(await server.read(TOOLS)).toEqual(page(["a", "b", "c"][at]));
    }
  }
  expect(servers.map(({ sent }) => sent.length)).toEqual([1, 1, 1]);
  expect(cache.stats()).toMatchObject({ entries: 3, hits: 27, loads: 3 });
});
