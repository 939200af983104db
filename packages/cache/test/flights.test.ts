import { describe, expect, test } from "vitest";
import { deferred, harness, notification, PRIVATE, page, readOf, TOOLS } from "./support/harness.ts";

// @req cache.single-flight
describe("equal reads under way", () => {
  test("share one request and its result", async () => {
    const { connect } = harness();
    const server = connect();
    const results = await Promise.all(Array.from({ length: 50 }, () => server.read(TOOLS)));
    expect(server.sent).toHaveLength(1);
    expect(new Set(results).size).toBe(1);
  });

  test("share it also when the result is not stored, and then it is frozen", async () => {
    const { connect } = harness();
    const server = connect();
    server.answer = () => page(server.sent.length, {});
    const [a, b] = await Promise.all([server.read(TOOLS), server.read(TOOLS)]);
    expect(a).toBe(b);
    expect(Object.isFrozen(a)).toBe(true);
    await server.read(TOOLS);
    expect(server.sent).toHaveLength(2);
  });

  test("share a failure, which is not remembered", async () => {
    const { connect } = harness();
    const server = connect();
    const failure = new Error("down");
    server.answer = () => Promise.reject(failure);
    const outcomes = await Promise.allSettled([server.read(TOOLS), server.read(TOOLS)]);
    expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason)).toEqual([
      failure,
      failure,
    ]);
    expect(server.sent).toHaveLength(1);
    server.answer = page(2);
    expect(await server.read(TOOLS)).toEqual(page(2));
  });

  test("reads that differ do not share", async () => {
    const { connect } = harness();
    const server = connect();
    await Promise.all([
      server.read(TOOLS),
      server.read({ ...TOOLS, params: { cursor: "a" } }),
      server.read(readOf("a")),
      server.read(readOf("b")),
    ]);
    expect(server.sent).toHaveLength(4);
  });

  test("nor do reads with other credentials", async () => {
    const { connect } = harness();
    let token = "a";
    const server = connect({ credentials: () => token });
    server.answer = () => page(token, PRIVATE);
    const first = server.read(TOOLS);
    token = "b";
    const second = server.read(TOOLS);
    await Promise.all([first, second]);
    expect(server.sent).toHaveLength(2);
  });

  test("nor reads of two connections, since one may fail alone", async () => {
    const { connect } = harness();
    const [a, b] = [connect(), connect()];
    a.answer = () => Promise.reject(new Error("a is down"));
    const outcomes = await Promise.allSettled([a.read(TOOLS), b.read(TOOLS)]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  });
});

describe("a read its caller can end", () => {
  const solo = { ...TOOLS, solo: true } as const;

  test("is waited for by nobody", async () => {
    const { connect } = harness();
    const server = connect();
    server.answer = () => Promise.reject(new Error("given up"));
    const ended = server.read(solo);
    server.answer = page("mine");
    const other = server.read(TOOLS);
    await expect(ended).rejects.toThrow("given up");
    expect(await other).toEqual(page("mine"));
  });

  test("waits for nobody when it has a time limit of its own", async () => {
    const { connect } = harness();
    const server = connect();
    const first = server.read(TOOLS);
    const limited = server.read({ ...solo, limited: true });
    expect(server.sent).toHaveLength(2);
    await Promise.all([first, limited]);
  });

  test("may wait for others, and stores what it brings", async () => {
    const { connect } = harness();
    const server = connect();
    const [a, b] = await Promise.all([server.read(TOOLS), server.read(solo)]);
    expect(a).toBe(b);
    await server.read({ ...readOf("a"), solo: true });
    await server.read(readOf("a"));
    expect(server.sent).toEqual(["tools/list", "resources/read a"]);
  });
});

// @req cache.generation
describe("an invalidation while a read is under way", () => {
  test("the answer is handed out and not stored, and later reads do not wait for it", async () => {
    const { connect } = harness();
    const server = connect();
    const held = deferred();
    server.answer = held.promise;
    const early = server.read(TOOLS);
    server.cache.invalidate(notification("tools/list_changed"));
    server.answer = page("new");
    const late = await server.read(TOOLS);
    held.resolve(page("old"));
    expect(await early).toEqual(page("old"));
    expect(late).toEqual(page("new"));
    expect(server.readNow(TOOLS)).toBe(late);
    expect(server.sent).toHaveLength(2);
  });

  test("counts for every connection to the endpoint", async () => {
    const { connect, cache } = harness();
    const [reader, listener] = [connect(), connect({ metadata: "[1]" })];
    const held = deferred();
    reader.answer = held.promise;
    const early = reader.read(TOOLS);
    listener.cache.invalidate(notification("tools/list_changed"));
    held.resolve(page("old"));
    await early;
    expect(cache.stats().entries).toBe(0);
  });

  test("of something else does not matter", async () => {
    const { connect, cache } = harness();
    const server = connect();
    const held = deferred();
    server.answer = held.promise;
    const early = server.read(TOOLS);
    server.cache.invalidate(notification("prompts/list_changed"));
    server.cache.invalidate(notification("resources/updated", { uri: "tools/list" }));
    held.resolve(page(1));
    await early;
    expect(cache.stats().entries).toBe(1);
  });
});

test("a connection that ended stores nothing more, and only sends", async () => {
  const { connect, cache } = harness();
  const server = connect();
  const held = deferred();
  server.answer = held.promise;
  const early = server.read(TOOLS);
  server.cache.detach();
  server.cache.detach();
  held.resolve(page(1));
  expect(await early).toEqual(page(1));
  await server.read(TOOLS);
  await server.read(TOOLS);
  expect(server.sent).toHaveLength(3);
  expect(cache.stats().entries).toBe(0);
});
