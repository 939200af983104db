import { McpError } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { deferred, harness, PRIVATE, page, readOf, TOOLS } from "./support/harness.ts";

const bypass = { ...TOOLS, mode: "bypass" } as const;
const refresh = { ...TOOLS, mode: "refresh" } as const;

// @req cache.bypass
describe("bypass", () => {
  test("sends, and leaves the entry alone", async () => {
    const { connect } = harness();
    const server = connect();
    const first = await server.read(TOOLS);
    expect(await server.read(bypass)).toEqual(page(2));
    expect(server.readNow(TOOLS)).toBe(first);
  });

  test("stores nothing, and what it answers may be changed", async () => {
    const { connect, cache } = harness();
    const server = connect();
    const result = (await server.read(bypass)) as { tools: unknown[] };
    expect(() => result.tools.push({})).not.toThrow();
    expect(cache.stats().entries).toBe(0);
  });

  test("does not wait for others, and others do not wait for it", async () => {
    const { connect } = harness();
    const server = connect();
    const held = deferred();
    server.answer = held.promise;
    const waiting = server.read(TOOLS);
    server.answer = page("now");
    expect(await server.read(bypass)).toEqual(page("now"));
    held.resolve(page("held"));
    expect(await waiting).toEqual(page("held"));
  });
});

// @req cache.refresh
describe("refresh", () => {
  test("always sends, and rewrites the entry", async () => {
    const { connect } = harness();
    const server = connect();
    await server.read(TOOLS);
    const second = await server.read(refresh);
    expect(second).toEqual(page(2));
    expect(server.readNow(TOOLS)).toBe(second);
    await server.read(refresh);
    expect(server.sent).toHaveLength(3);
  });

  test("an answer without a time to live ends the entry", async () => {
    const { connect, cache } = harness();
    const server = connect();
    await server.read(TOOLS);
    server.answer = page(2, { ttlMs: 0, cacheScope: "public" });
    await server.read(refresh);
    expect(cache.stats().entries).toBe(0);
  });

  test("an answer of the other scope ends the entry", async () => {
    const { connect, cache } = harness();
    const server = connect();
    for (const hints of [undefined, PRIVATE, undefined, PRIVATE]) {
      server.answer = page(1, hints);
      const result = await server.read(refresh);
      expect(cache.stats().entries).toBe(1);
      expect(server.readNow(TOOLS)).toBe(result);
    }
  });

  test("an answer over the limit ends the entry", async () => {
    const { connect, cache } = harness({ maxBytes: 200 });
    const server = connect();
    await server.read(TOOLS);
    server.answer = page("x".repeat(300));
    await server.read(refresh);
    expect(cache.stats().entries).toBe(0);
  });

  test("an earlier read that ends later does not undo it", async () => {
    const { connect } = harness();
    const server = connect();
    const held = deferred();
    server.answer = held.promise;
    const early = server.read({ ...TOOLS, solo: true });
    const alsoEarly = server.read(TOOLS);
    server.answer = page("fresh");
    const fresh = await server.read(refresh);
    held.resolve(page("old"));
    expect([await early, await alsoEarly]).toEqual([page("old"), page("old")]);
    expect(server.readNow(TOOLS)).toBe(fresh);
  });

  test("an earlier read does not bring back what a refresh ended", async () => {
    const { connect, cache } = harness();
    const server = connect();
    const held = deferred();
    server.answer = held.promise;
    const early = server.read(TOOLS);
    server.answer = page(2, {});
    await server.read(refresh);
    held.resolve(page("old"));
    await early;
    expect(cache.stats().entries).toBe(0);
  });

  test("one that fails leaves the entry", async () => {
    const { connect } = harness();
    const server = connect();
    const first = await server.read(TOOLS);
    server.answer = () => Promise.reject(new Error("down"));
    await expect(server.read(refresh)).rejects.toThrow("down");
    expect(server.readNow(TOOLS)).toBe(first);
  });
});

// @req cache.input-rounds, rule.21
test("a load that took an input round is handed out and not stored", async () => {
  const { connect, cache } = harness();
  const server = connect();
  server.storable = false;
  expect(await server.read(readOf("a"))).toEqual(page(1));
  expect(await server.read(readOf("a"))).toEqual(page(2));
  expect(cache.stats().entries).toBe(0);
});

describe("when the server cannot be reached", () => {
  const lost = new McpError("the server is gone", {
    kind: "transport",
    code: -32000,
    reason: { type: "connection_lost" },
  });
  const refused = new McpError("no", { kind: "server", code: -32603, reason: { type: "server_error" } });

  test("an expired result does not help unless that was asked for", async () => {
    const { connect, clock } = harness();
    const server = connect();
    await server.read(TOOLS);
    await clock.advance(1000);
    server.answer = () => Promise.reject(lost);
    await expect(server.read(TOOLS)).rejects.toBe(lost);
  });

  test("with staleIfError it does, for so long and no longer", async () => {
    const { connect, clock } = harness({ staleIfError: 500 });
    const server = connect();
    const first = await server.read(TOOLS);
    await clock.advance(1499);
    server.answer = () => Promise.reject(lost);
    expect(await server.read(TOOLS)).toBe(first);
    expect(server.sent).toHaveLength(2);
    await clock.advance(1);
    await expect(server.read(TOOLS)).rejects.toBe(lost);
  });

  test("but not against an answer of the server, a refresh, or an invalidation", async () => {
    const { connect, clock } = harness({ staleIfError: 500 });
    const server = connect();
    await server.read(TOOLS);
    await clock.advance(1200);
    server.answer = () => Promise.reject(refused);
    await expect(server.read(TOOLS)).rejects.toBe(refused);
    server.answer = () => Promise.reject(lost);
    await expect(server.read(refresh)).rejects.toBe(lost);
    server.cache.dropPages("tools/list");
    await expect(server.read(TOOLS)).rejects.toBe(lost);
  });
});
