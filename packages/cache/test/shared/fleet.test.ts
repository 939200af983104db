import { beforeEach, describe, expect, test, vi } from "vitest";
import { deferred, notification, PRIVATE, page, readOf, TOOLS } from "../support/harness.ts";
import { Fleet } from "./harness.ts";

let fleet: Fleet;

beforeEach(() => {
  fleet = new Fleet();
});

// @req cache.shared-store
describe("a fleet", () => {
  test("shares public results", async () => {
    const [a, b] = [fleet.process(), fleet.process()];
    await a.server.read(TOOLS);
    await fleet.settle();
    expect(await b.server.read(TOOLS)).toEqual(page(1));
    expect(b.server.sent).toEqual([]);
    expect(b.cache.stats()).toMatchObject({ storeHits: 1, loads: 0, entries: 1 });
    expect(Object.isFrozen(b.server.readNow(TOOLS))).toBe(true);
  });

  test("a result taken from the store expires when it would have, not later", async () => {
    const [a, b] = [fleet.process(), fleet.process()];
    await a.server.read(TOOLS);
    await fleet.settle();
    await fleet.clock.advance(900);
    await b.server.read(TOOLS);
    await fleet.clock.advance(99);
    b.server.readNow(TOOLS);
    expect(b.server.sent).toEqual([]);
    await fleet.clock.advance(1);
    await b.server.read(TOOLS);
    expect(b.server.sent).toHaveLength(1);
  });

  test("keeps private results, and those of endpoints of this process, to itself", async () => {
    const [a, b] = [fleet.process(), fleet.process()];
    a.server.answer = page(1, PRIVATE);
    await a.server.read(TOOLS);
    const local = fleet.process(fleet.store, { shared: false });
    await local.server.read(readOf("a"));
    await fleet.settle();
    await b.server.read(TOOLS);
    await fleet.process(fleet.store, { shared: false }).server.read(readOf("a"));
    await b.server.read(readOf("a"));
    expect(b.server.sent).toHaveLength(2);
  });

  test("an invalidation reaches every process and the store", async () => {
    const [a, b] = [fleet.process(), fleet.process()];
    await a.server.read(TOOLS);
    await fleet.settle();
    await b.server.read(TOOLS);
    a.server.cache.invalidate(notification("tools/list_changed"));
    await fleet.settle();
    expect([a.cache.stats().entries, b.cache.stats().entries]).toEqual([0, 0]);
    b.server.answer = page("new");
    expect(await b.server.read(TOOLS)).toEqual(page("new"));
  });

  test("what one process loads while another invalidates is stored nowhere", async () => {
    const [a, b] = [fleet.process(), fleet.process()];
    const held = deferred();
    a.server.answer = held.promise;
    const early = a.server.read(TOOLS);
    await vi.waitFor(() => expect(a.server.sent).toHaveLength(1));
    b.server.cache.invalidate(notification("tools/list_changed"));
    await fleet.settle();
    held.resolve(page("old"));
    expect(await early).toEqual(page("old"));
    await fleet.settle();
    expect(a.cache.stats().entries).toBe(0);
    b.server.answer = page("new");
    expect(await b.server.read(TOOLS)).toEqual(page("new"));
  });

  test("a read right after an invalidation finds neither the old entry nor its own echo", async () => {
    const { server, cache } = fleet.process();
    await server.read(TOOLS);
    await fleet.settle();
    server.cache.invalidate(notification("tools/list_changed"));
    server.answer = page("new");
    expect(await server.read(TOOLS)).toEqual(page("new"));
    await fleet.settle();
    expect(cache.stats().entries).toBe(1);
  });

  test("a burst of equal invalidations is sent once or twice, not each", async () => {
    let sent = 0;
    const counted = fleet.storeWith({
      invalidate: (tag, origin) => {
        sent += 1;
        return fleet.store.invalidate(tag, origin);
      },
    });
    const { server } = fleet.process(counted);
    for (let n = 0; n < 200; n += 1) server.cache.invalidate(notification("tools/list_changed"));
    await fleet.settle();
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(5);
  });

  test("a refresh writes the store, and ends its entry when the answer is not to be shared", async () => {
    const [a, b, c] = [fleet.process(), fleet.process(), fleet.process()];
    await a.server.read(TOOLS);
    await fleet.settle();
    a.server.answer = page("fresh");
    await a.server.read({ ...TOOLS, mode: "refresh" });
    await fleet.settle();
    expect(await b.server.read(TOOLS)).toEqual(page("fresh"));
    a.server.answer = page("mine", PRIVATE);
    await a.server.read({ ...TOOLS, mode: "refresh" });
    await fleet.settle();
    await c.server.read(TOOLS);
    expect(c.server.sent).toHaveLength(1);
  });

  // @req cache.no-credentials
  test("its keys and tags are digests: neither URL, URI nor client metadata", async () => {
    const names: string[] = [];
    const spied = fleet.storeWith({
      get: (key, tag) => {
        names.push(key, tag);
        return fleet.store.get(key, tag);
      },
      invalidate: (tag, origin) => {
        names.push(tag, origin);
        return fleet.store.invalidate(tag, origin);
      },
    });
    const { server } = fleet.process(spied, { metadata: "client", credentials: () => "digest" });
    await server.read(readOf("file:///home/me/notes.md"));
    server.cache.invalidate(notification("resources/updated", { uri: "file:///home/me/notes.md" }));
    await fleet.settle();
    expect(names).toHaveLength(4);
    expect(names[1]).toBe(names[2]);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{32,64}$/);
  });

  test("a result over the byte limit is not shared", async () => {
    const { server } = fleet.process();
    server.answer = page("x".repeat(17 * 1024 * 1024));
    await server.read(TOOLS);
    await fleet.settle();
    const other = fleet.process();
    await other.server.read(TOOLS);
    expect(other.server.sent).toHaveLength(1);
  });
});
