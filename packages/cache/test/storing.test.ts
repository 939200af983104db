import { describe, expect, test } from "vitest";
import { harness, page, readOf, TOOLS } from "./support/harness.ts";

// @req cache.expiry, cache.hints
describe("a result with hints", () => {
  test("is read from memory, without a promise, until its time is over", async () => {
    const { connect, clock } = harness();
    const server = connect();
    const first = await server.read(TOOLS);
    await clock.advance(999);
    expect(server.readNow(TOOLS)).toBe(first);
    await clock.advance(1);
    expect(await server.read(TOOLS)).toEqual(page(2));
    expect(server.sent).toEqual(["tools/list", "tools/list"]);
  });

  test("its time starts when it arrives, not when it was asked for", async () => {
    const { connect, clock } = harness();
    const server = connect();
    server.answer = async () => {
      await clock.advance(5000);
      return page(1);
    };
    const first = await server.read(TOOLS);
    await clock.advance(999);
    expect(server.readNow(TOOLS)).toBe(first);
  });

  test.each([
    [{}],
    [{ ttlMs: 0, cacheScope: "public" }],
    [{ ttlMs: -1, cacheScope: "public" }],
    [{ ttlMs: 1000 }],
    [{ ttlMs: 1000, cacheScope: "shared" }],
    [{ ttlMs: 1000, cacheScope: "public", resultType: "input_required" }],
    [{ ttlMs: 1000, cacheScope: "public", resultType: "own" }],
  ])("with %j it is not stored", async (hints) => {
    const { connect, cache } = harness();
    const server = connect();
    server.answer = page(1, hints);
    await server.read(readOf("a"));
    await server.read(readOf("a"));
    expect(server.sent).toHaveLength(2);
    expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 });
  });
});

// @req cache.off-by-default, cache.methods
test("other methods and revisions are sent each time", async () => {
  const { connect, cache } = harness();
  const legacy = connect({ revision: "2025-11-25" });
  await legacy.read(TOOLS);
  await legacy.read(TOOLS);
  const server = connect();
  await server.read({ method: "prompts/get", params: { name: "x" } });
  await server.read({ method: "prompts/get", params: { name: "x" } });
  expect([legacy.sent.length, server.sent.length, cache.stats().entries]).toEqual([2, 2, 0]);
});

// @req cache.pages, rule.20
test("pages are entries of their own, with their own clocks", async () => {
  const { connect, clock } = harness();
  const server = connect();
  const first = await server.read(TOOLS);
  await clock.advance(600);
  const second = await server.read({ ...TOOLS, params: { cursor: "" } });
  await clock.advance(600);
  expect(server.readNow({ ...TOOLS, params: { cursor: "" } })).toBe(second);
  expect(await server.read(TOOLS)).not.toBe(first);
  expect(server.sent).toEqual(["tools/list", "tools/list ", "tools/list"]);
});

// @req rule.23
test("nothing is fetched and no timer runs until somebody reads", async () => {
  const { connect, clock } = harness();
  const server = connect();
  await server.read(TOOLS);
  expect(clock.pending).toBe(0);
  await clock.advance(1_000_000);
  expect(server.sent).toHaveLength(1);
});

// @req cache.entries
test("the 257th result pushes out the least recently used", async () => {
  const { connect, cache } = harness();
  const server = connect();
  for (let n = 0; n < 256; n += 1) await server.read(readOf(`r${n}`));
  await server.read(readOf("r0"));
  expect([cache.stats().entries, server.sent.length]).toEqual([256, 256]);
  await server.read(readOf("r256"));
  expect(cache.stats().entries).toBe(256);
  await server.read(readOf("r0"));
  expect(server.sent).toHaveLength(257);
  await server.read(readOf("r1"));
  expect(server.sent).toHaveLength(258);
});

// @req cache.bytes, cache.oversize
test("a result of just the limit in UTF-8 is stored, a byte more is not", async () => {
  const text = (bytes: number) => {
    const empty = Buffer.byteLength(JSON.stringify(page("")));
    const fill = bytes - empty;
    return page(`${"é".repeat(Math.floor(fill / 2))}${fill % 2 === 1 ? "x" : ""}`);
  };
  const { connect, cache } = harness({ maxBytes: 500 });
  const server = connect();
  server.answer = text(501);
  await server.read(TOOLS);
  expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 });
  server.answer = text(500);
  await server.read(TOOLS);
  expect(cache.stats()).toMatchObject({ entries: 1, bytes: 500 });
  server.answer = page(3);
  await server.read(readOf("a"));
  expect(cache.stats()).toMatchObject({ entries: 1, bytes: Buffer.byteLength(JSON.stringify(page(3))) });
});

// @req cache.isolation
test("what is read is frozen, at the first read and at later ones", async () => {
  const { connect } = harness();
  const server = connect();
  for (const result of [await server.read(TOOLS), await server.read(TOOLS)]) {
    expect(() => (result as { tools: unknown[] }).tools.push("evil")).toThrow(TypeError);
  }
  expect(await server.read(TOOLS)).toEqual(page(1));
});

test("a result JSON cannot carry is handed out and not stored", async () => {
  const { connect, cache } = harness();
  const server = connect();
  const deep = JSON.parse("[".repeat(200_000) + "]".repeat(200_000)) as unknown;
  server.answer = { ...page(1), deep };
  expect(await server.read(TOOLS)).toBe(server.answer);
  expect(cache.stats().entries).toBe(0);
});

test("clear forgets everything", async () => {
  const { connect, cache } = harness();
  const server = connect();
  await server.read(TOOLS);
  cache.clear();
  expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 });
  await server.read(TOOLS);
  expect(server.sent).toHaveLength(2);
});

test("it counts what it does", async () => {
  const { connect, cache } = harness();
  const server = connect();
  await Promise.all([server.read(TOOLS), server.read(TOOLS)]);
  await server.read(TOOLS);
  expect(cache.stats()).toMatchObject({ entries: 1, hits: 1, joined: 1, loads: 1, storeHits: 0 });
});
