import type { CacheStore } from "@snodo/protocol";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { responseCache } from "../../src/index.ts";
import { Connected, clientOf, notification, PRIVATE, page, readOf, TOOLS } from "../support/harness.ts";
import { Fleet } from "./harness.ts";

let fleet: Fleet;

beforeEach(() => {
  fleet = new Fleet();
});

// @req cache.store-failure
describe("a store in trouble", () => {
  const failing = (what: keyof CacheStore) =>
    fleet.storeWith({ [what]: () => Promise.reject(new Error("READONLY")) });

  test("that cannot be read costs a request and a diagnostic, and is left alone for a while", async () => {
    let asked = 0;
    const broken = fleet.storeWith({
      get: () => {
        asked += 1;
        return Promise.reject(new Error("ECONNREFUSED"));
      },
    });
    const { server, seen } = fleet.process(broken);
    expect(await server.read(TOOLS)).toEqual(page(1));
    await server.read(readOf("a"));
    expect(asked).toBe(1);
    expect(seen).toEqual([
      {
        level: "warning",
        code: "cache_store_failed",
        message: "could not read from the shared cache store, which is left alone for 5 s: ECONNREFUSED",
        cause: new Error("ECONNREFUSED"),
      },
    ]);
    await fleet.clock.advance(5000);
    await server.read(readOf("b"));
    expect(asked).toBe(2);
  });

  test("that throws, or hangs, is the same", async () => {
    const throwing = fleet.process(
      fleet.storeWith({
        get: () => {
          throw new Error("closed");
        },
      }),
    );
    expect(await throwing.server.read(TOOLS)).toEqual(page(1));
    let asked = false;
    const hanging = fleet.process(
      fleet.storeWith({
        get: () => {
          asked = true;
          return new Promise(() => undefined);
        },
      }),
    );
    const reading = hanging.server.read(TOOLS);
    await vi.waitFor(() => expect(asked).toBe(true));
    expect(hanging.server.sent).toEqual([]);
    await fleet.clock.advance(1000);
    expect(await reading).toEqual(page(1));
    expect(hanging.seen[0]?.message).toContain("no answer within 1000 ms");
    expect(fleet.clock.pending).toBe(0);
  });

  test.each(["set", "delete"] as const)("whose %s fails is reported", async (what) => {
    const { server, seen } = fleet.process(failing(what));
    server.answer = () => page(server.sent.length, server.sent.length === 2 ? PRIVATE : undefined);
    await server.read({ ...TOOLS, mode: "refresh" });
    await server.read({ ...TOOLS, mode: "refresh" });
    await fleet.settle();
    expect(seen[0]?.message).toBe(
      "could not write to the shared cache store, which is left alone for 5 s: READONLY",
    );
  });

  test("an invalidation that could not be sent is sent before its tag is read again", async () => {
    let down = true;
    const flaky = fleet.storeWith({
      invalidate: (tag, origin) =>
        down ? Promise.reject(new Error("down")) : fleet.store.invalidate(tag, origin),
    });
    const { server, cache } = fleet.process(flaky);
    await server.read(TOOLS);
    await fleet.settle();
    server.cache.invalidate(notification("tools/list_changed"));
    await fleet.settle();
    server.answer = page("new");
    await fleet.clock.advance(5000);
    // Still down: the store is not asked, since it holds what was to be dropped.
    expect(await server.read(TOOLS)).toEqual(page("new"));
    cache.clear();
    down = false;
    await fleet.clock.advance(5000);
    server.answer = page("newer");
    expect(await server.read(TOOLS)).toEqual(page("newer"));
  });

  test.each<[string, () => void]>([
    [
      "throw",
      () => {
        throw new Error("full disk");
      },
    ],
    ["reject", () => Promise.reject(new Error("full disk"))],
  ])("diagnostics that %s do not matter", async (_how, report) => {
    const cache = responseCache({ clock: fleet.clock, store: failing("get"), diagnostics: { report } });
    const server = new Connected(cache.attach(clientOf({ shared: true })));
    expect(await server.read(TOOLS)).toEqual(page(1));
  });

  test.each(["not json", "null", "[]", '"text"', "7"])("that holds %s holds nothing", async (value) => {
    const odd = fleet.storeWith({
      get: async (key, tag) => ({ ...(await fleet.store.get(key, tag)), entry: { value, ttlMs: 1000 } }),
    });
    const { server } = fleet.process(odd);
    expect(await server.read(TOOLS)).toEqual(page(1));
    expect(server.sent).toHaveLength(1);
  });
});
