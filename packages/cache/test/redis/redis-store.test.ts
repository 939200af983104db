import { setTimeout as wait } from "node:timers/promises";
import { cacheStoreContract, runContract } from "@snodo/testing";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { responseCache } from "../../src/index.ts";
import { type RedisClient, type RedisStore, redisStore } from "../../src/redis.ts";
import { Connected, clientOf, notification, page, TOOLS } from "../support/harness.ts";
import { noRedis, RedisServer } from "./server.ts";

if (noRedis !== undefined) console.log(`skipped: ${noRedis}`);

interface Opened {
  readonly client: RedisClient;
  end(): void;
}

const kinds: readonly (readonly [name: string, open: (path: string) => Promise<Opened>])[] = [
  [
    "redis",
    async (path) => {
      const client = createClient({ socket: { path, reconnectStrategy: 20 } });
      client.on("error", () => undefined);
      await client.connect();
      return { client, end: () => client.destroy() };
    },
  ],
  [
    "ioredis",
    async (path) => {
      const client = new Redis({ path, retryStrategy: () => 20, maxRetriesPerRequest: null });
      client.on("error", () => undefined);
      return { client, end: () => client.disconnect() };
    },
  ],
  [
    "ioredis, connected lazily",
    async (path) => {
      const client = new Redis({
        path,
        lazyConnect: true,
        retryStrategy: () => 20,
        maxRetriesPerRequest: null,
      });
      client.on("error", () => undefined);
      return { client, end: () => client.disconnect() };
    },
  ],
];

describe.skipIf(noRedis !== undefined)("on a real server", () => {
  const server = new RedisServer();
  let count = 0;
  /** A part of the server that no other test uses. */
  const fresh = () => {
    count += 1;
    return `test${count}`;
  };
  const open: (() => void)[] = [];

  beforeAll(() => server.start());
  afterEach(() => {
    for (const end of open.splice(0)) end();
  });
  afterAll(() => server.dispose());

  describe.each(kinds)("%s", (_name, connect) => {
    async function make(prefix = fresh()): Promise<RedisStore> {
      const { client, end } = await connect(server.path);
      const store = redisStore(client, { prefix });
      open.push(() => {
        store.close();
        end();
      });
      return store;
    }

    runContract(test, cacheStoreContract, async () => {
      const prefix = fresh();
      return {
        store: await make(prefix),
        other: await make(prefix),
        pass: (milliseconds) => wait(milliseconds),
      };
    });

    /** A process of a fleet over this server. */
    async function processOf(prefix: string) {
      const cache = responseCache({ store: await make(prefix) });
      return { cache, server: new Connected(cache.attach(clientOf({ shared: true }))) };
    }

    /** Waits for something another connection does. */
    async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
      while (!(await holds())) await wait(5);
    }
    const lasting = (n: unknown) => page(n, { ttlMs: 60_000, cacheScope: "public" });

    // @req cache.shared-store
    test("a fleet shares results and invalidations", async () => {
      const prefix = fresh();
      const [a, b] = [await processOf(prefix), await processOf(prefix)];
      a.server.answer = lasting("old");
      b.server.answer = lasting("new");
      await a.server.read(TOOLS);
      // Its entry is in memory as soon as it hears of invalidations.
      await until(async () => {
        await b.server.read(TOOLS);
        return b.cache.stats().entries === 1;
      });
      expect(b.server.sent.length).toBeLessThanOrEqual(1);
      a.server.cache.invalidate(notification("tools/list_changed"));
      await until(() => b.cache.stats().entries === 0);
      expect(await b.server.read(TOOLS)).toEqual(lasting("new"));
    });

    test("a server that restarts is a gap: nothing is believed, then all goes on", async () => {
      const prefix = fresh();
      const { cache, server: connected } = await processOf(prefix);
      connected.answer = lasting(1);
      await until(async () => {
        await connected.read(TOOLS);
        return cache.stats().entries === 1;
      });
      await server.stop();
      await until(() => cache.stats().entries === 0);
      connected.answer = lasting(2);
      expect(await connected.read(TOOLS)).toEqual(lasting(2));
      await server.start();
      await until(async () => {
        await connected.read(TOOLS);
        return cache.stats().entries === 1;
      });
    }, 30_000);
  });
});

describe("any other object", () => {
  test.each([undefined, null, {}, { eval: () => undefined }, "redis://localhost"])(
    "%j is no client",
    (client) => {
      expect(() => redisStore(client as unknown as RedisClient)).toThrow(
        new TypeError("redisStore needs a client of the redis or the ioredis package"),
      );
    },
  );
});
