// Field report 133: a list without a time to live is never kept here; whoever needs its tool definitions keeps those
// apart, and after a header mismatch asks once more, past the cache.
import { expect, test } from "vitest";
import { harness, page, TOOLS } from "../support/harness.ts";

test.each([{ ttlMs: 0, cacheScope: "public" }, {}])(
  "a list with %j is asked for each time",
  async (hints) => {
    const { cache, connect } = harness();
    const server = connect();
    server.answer = () => page(server.sent.length, hints);
    await server.read(TOOLS);
    expect(await server.read(TOOLS)).toEqual(page(2, hints));
    expect(cache.stats().entries).toBe(0);
  },
);

test("asked past the cache, the new definitions are what is read from then on", async () => {
  const { connect } = harness();
  const server = connect();
  await server.read(TOOLS);
  const fresh = await server.read({ ...TOOLS, mode: "refresh" });
  expect(fresh).toEqual(page(2));
  expect(server.readNow(TOOLS)).toBe(fresh);
});
