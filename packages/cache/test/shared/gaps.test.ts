import { beforeEach, describe, expect, test } from "vitest";
import { PRIVATE, page, TOOLS } from "../support/harness.ts";
import { Fleet } from "./harness.ts";

let fleet: Fleet;

beforeEach(() => {
  fleet = new Fleet();
});

describe("without news of invalidations", () => {
  test("the store is read for each result, and memory is not trusted", async () => {
    const { watch: _watch, ...deaf } = fleet.storeWith({});
    const { server, cache } = fleet.process(deaf);
    await server.read(TOOLS);
    await fleet.settle();
    await server.read(TOOLS);
    await server.read(TOOLS);
    expect(server.sent).toHaveLength(1);
    expect(cache.stats()).toMatchObject({ entries: 0, hits: 0, storeHits: 2 });
  });

  test("private results are kept in memory all the same", async () => {
    const { watch: _watch, ...deaf } = fleet.storeWith({});
    const { server } = fleet.process(deaf);
    server.answer = page(1, PRIVATE);
    const first = await server.read(TOOLS);
    expect(server.readNow(TOOLS)).toBe(first);
  });

  test("a gap forgets what others may have invalidated unnoticed", async () => {
    let live: (yes: boolean) => void = () => undefined;
    const gappy = fleet.storeWith({
      watch: (watcher) => {
        live = (yes) => watcher.live(yes);
        watcher.live(true);
        return () => undefined;
      },
    });
    const { server, cache } = fleet.process(gappy);
    await server.read(TOOLS);
    await fleet.settle();
    expect(cache.stats().entries).toBe(1);
    live(false);
    expect(cache.stats().entries).toBe(0);
    await server.read(TOOLS);
    expect(cache.stats()).toMatchObject({ entries: 0, storeHits: 1 });
    live(true);
    await server.read(TOOLS);
    expect(cache.stats().entries).toBe(1);
  });

  test("close stops listening", async () => {
    const { server, cache } = fleet.process();
    await server.read(TOOLS);
    cache.close();
    await fleet.settle();
    await server.read(TOOLS);
    expect(cache.stats()).toMatchObject({ hits: 0, storeHits: 1 });
  });
});
