// The client's side of the response cache: what is asked of it.
// @req cache.off-by-default, cache.methods, cache.hints, cache.expiry, cache.bypass, cache.refresh, cache.call-options
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import type { CallOptions, Client } from "../../src/index.ts";
import { cached, READS } from "../support/cached.ts";
import { responseCache } from "../support/siblings.ts";

const OTHERS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  "tools/call": (client) => client.callTool("t"),
  "prompts/get": (client) => client.getPrompt("p"),
  "completion/complete": (client) =>
    client.complete({ ref: { type: "ref/prompt", name: "p" }, argument: { name: "a", value: "" } }),
};
describe.each(Object.entries(READS))("%s", (method, read) => {
  test("is sent once while its hint holds, and each time without a cache", async () => {
    const kept = await cached();
    const plain = await cached({ cache: undefined });
    for (const { client } of [kept, plain]) {
      await read(client);
      await read(client);
    }
    expect([kept.count(method), plain.count(method)]).toEqual([1, 2]);
  });

  test("expires by its hint, from receipt", async () => {
    const clock = manualClock();
    const { client, count } = await cached({ clock, cache: responseCache({ clock }) });
    await read(client);
    await clock.advance(59_999);
    await read(client);
    expect(count(method)).toBe(1);
    await clock.advance(1);
    expect(clock.pending).toBe(0);
    await read(client);
    expect(count(method)).toBe(2);
  });

  test.each([
    ["no hint", {}],
    ["no time", { cacheScope: "public" }],
    ["no scope", { ttlMs: 60_000 }],
    ["a time of 0", { ttlMs: 0, cacheScope: "public" }],
    ["a negative time", { ttlMs: -1, cacheScope: "public" }],
    ["an unknown scope", { ttlMs: 60_000, cacheScope: "shared" }],
  ])("with %s is a success that is not kept", async (_name, hint) => {
    const { client, count } = await cached({}, {}, hint);
    await read(client);
    await read(client);
    expect(count(method)).toBe(2);
  });

  test("`bypassCache` sends it and leaves the entry alone; `refresh` sends it and rewrites it", async () => {
    const { client, count } = await cached();
    await read(client);
    await read(client, { bypassCache: true });
    await read(client);
    expect(count(method)).toBe(2);
    await read(client, { refresh: true });
    await read(client);
    expect(count(method)).toBe(3);
  });

  test.each<[string, CallOptions]>([
    ["metadata", { meta: { a: 1 } }],
    ["a trace", { traceContext: { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" } }],
    ["progress", { onProgress: () => undefined }],
    ["logs", { onLog: () => undefined }],
    ["a log level", { logLevel: "debug" }],
    ["answerInput", { answerInput: false }],
  ])("with %s is sent and not kept", async (_name, options) => {
    const { client, count } = await cached();
    await read(client, options);
    await read(client, options);
    await read(client);
    expect(count(method)).toBe(3);
  });

  test("a time limit or a signal changes nothing about the question", async () => {
    const { client, count } = await cached();
    await read(client, { timeout: 1000, signal: new AbortController().signal });
    await read(client, { timeout: 5000 });
    expect(count(method)).toBe(1);
  });
});

test.each(Object.entries(OTHERS))("%s is never cached", async (method, call) => {
  const { client, count } = await cached();
  await call(client);
  await call(client);
  expect(count(method)).toBe(2);
});

test("nothing is cached before 2026-07-28, whatever the result says", async () => {
  const { client, count } = await cached({ protocol: "2025-11-25" });
  await client.listTools();
  await client.listTools();
  expect(count("tools/list")).toBe(2);
});
