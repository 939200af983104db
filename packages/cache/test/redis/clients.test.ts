import type { Diagnostic } from "@snodo/protocol";
import { describe, expect, test, vi } from "vitest";
import { type IoRedisClient, type NodeRedisClient, redisStore } from "../../src/redis.ts";

type Listener = (...args: unknown[]) => void;

/** The second connection, played by the test. */
class Subscriber {
  readonly calls: string[] = [];
  readonly listeners = new Map<string, Listener>();
  status = "connecting";
  fails: Error | undefined;
  heard: ((message: string) => unknown) | undefined;

  async connect(): Promise<void> {
    this.calls.push("connect");
    if (this.fails !== undefined) throw this.fails;
  }
  async subscribe(channel: string, listener?: (message: string) => unknown): Promise<void> {
    this.calls.push(`subscribe ${channel}`);
    this.heard = listener;
    if (this.fails !== undefined) throw this.fails;
  }
  on(event: string, listener: Listener): void {
    this.listeners.set(event, listener);
  }
  emit(event: string, ...args: unknown[]): void {
    this.listeners.get(event)?.(...args);
  }
  destroy(): void {
    this.calls.push("destroy");
  }
  disconnect(): void {
    this.calls.push("disconnect");
  }
}

function open(kind: "redis" | "ioredis", fails?: Error) {
  const subscriber = new Subscriber();
  subscriber.fails = fails;
  const seen: Diagnostic[] = [];
  const heard: string[] = [];
  const node: NodeRedisClient = { eval: async () => [], duplicate: () => subscriber };
  const io: IoRedisClient = {
    eval: async () => [],
    call: async () => undefined,
    duplicate: () => subscriber,
  };
  const store = redisStore(kind === "redis" ? node : io, {
    diagnostics: { report: (diagnostic) => seen.push(diagnostic) },
  });
  const watch = () =>
    store.watch?.({
      invalidated: (tag, origin) => heard.push(`${tag} by ${origin}`),
      live: (yes) => heard.push(yes ? "live" : "deaf"),
    }) ?? (() => undefined);
  return { store, subscriber, seen, heard, watch };
}

const turn = () => new Promise(setImmediate);

describe("a client of the redis package", () => {
  test("listens on a duplicate of its own, once for all watchers", async () => {
    const { store, subscriber, heard, watch } = open("redis");
    watch();
    await turn();
    watch();
    expect(subscriber.calls).toEqual(["connect", "subscribe snodo:invalidated"]);
    subscriber.heard?.("me tag1");
    expect(heard).toEqual(["live", "live", "tag1 by me", "tag1 by me"]);
    store.close();
    store.close();
    expect(subscriber.calls.slice(2)).toEqual(["destroy"]);
    expect(heard.slice(4)).toEqual(["deaf", "deaf"]);
  });

  test.each(["reconnecting", "end", "error"])("%s is a gap, ready its end", async (event) => {
    const { subscriber, heard, watch } = open("redis");
    watch();
    subscriber.emit("ready");
    expect(heard).toEqual([]);
    await turn();
    subscriber.emit(event, new Error("lost"));
    subscriber.emit(event, new Error("lost"));
    subscriber.emit("ready");
    expect(heard).toEqual(["live", "deaf", "live"]);
  });
});

test("diagnostics that throw break neither the client that reports an error nor the store", async () => {
  const subscriber = new Subscriber();
  const client: NodeRedisClient = { eval: async () => [], duplicate: () => subscriber };
  const report = vi.fn(() => {
    throw new Error("full disk");
  });
  const store = redisStore(client, { diagnostics: { report } });
  store.watch?.({ invalidated: () => undefined, live: () => undefined });
  await turn();
  subscriber.emit("error", new Error("lost"));
  expect(report).toHaveBeenCalledOnce();
});

describe("a client of the ioredis package", () => {
  test("subscribes whenever its duplicate is ready", async () => {
    const { store, subscriber, heard, watch } = open("ioredis");
    watch();
    expect(subscriber.calls).toEqual([]);
    subscriber.emit("ready");
    await turn();
    subscriber.emit("message", "snodo:invalidated", "me tag1");
    subscriber.emit("message", "another", "me tag2");
    subscriber.emit("close");
    subscriber.emit("ready");
    await turn();
    expect(heard).toEqual(["live", "tag1 by me", "deaf", "live"]);
    expect(subscriber.calls).toEqual(["subscribe snodo:invalidated", "subscribe snodo:invalidated"]);
    store.close();
    expect(subscriber.calls.at(-1)).toBe("disconnect");
  });
});

test.each(["redis", "ioredis"] as const)(
  "%s: a duplicate that cannot listen is reported, and never live",
  async (kind) => {
    const failure = new Error("NOPERM");
    const { subscriber, seen, heard, watch } = open(kind, failure);
    watch();
    subscriber.emit("ready");
    await turn();
    expect(heard).toEqual([]);
    expect(seen).toEqual([
      {
        level: "warning",
        code: "cache_store_deaf",
        message: "the cache store hears of no invalidations by others, and is read for each result: NOPERM",
        cause: failure,
      },
    ]);
  },
);

test("a watcher that was stopped hears nothing more", async () => {
  const { subscriber, heard, watch } = open("redis");
  const stop = watch();
  await turn();
  stop();
  subscriber.heard?.("me tag1");
  subscriber.emit("end");
  expect(heard).toEqual(["live"]);
});
