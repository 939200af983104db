// Statement 2: `tools/list` of 2026-07-28 without `ttlMs` and `cacheScope`, or with `ttlMs: -1`, works and is stale.
import { expect, test } from "vitest";
import { responseCache } from "../../src/index.ts";
import { connected } from "../support/connected-client.ts";

test.each([{}, { ttlMs: -1, cacheScope: "public" }, { ttlMs: -1 }, { ttlMs: null, cacheScope: null }])(
  "with %j the list is returned, and asked for each time",
  async (hints) => {
    const cache = responseCache();
    const { client, sent } = await connected(
      {
        tools: { search: () => "found" },
        methods: {
          "tools/list": () => ({
            resultType: "complete",
            tools: [{ name: "search", inputSchema: { type: "object" } }],
            ...hints,
          }),
        },
      },
      { cache },
    );
    for (let n = 0; n < 2; n += 1)
      expect((await client.listTools()).map(({ name }) => name)).toEqual(["search"]);
    expect(sent("tools/list")).toBe(2);
    expect(cache.stats().entries).toBe(0);
    await client.close();
  },
);
