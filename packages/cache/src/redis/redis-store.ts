import {
  type CacheStore,
  type Diagnostics,
  messageOf,
  type StoreAnswer,
  type StoreWatcher,
} from "@snodo/protocol";
import { tell } from "../shared/tell.ts";
import { type RedisClient, type RedisPort, redisPort } from "./clients.ts";
import { DELETE, GET, INVALIDATE, SET } from "./scripts.ts";

/** Marks live for a day, or as long as the entries stored under them. */
const MARK_LIFE = String(24 * 60 * 60 * 1000);

/** What a Redis store may be told. */
export interface RedisStoreOptions {
  /** Begins every key and the name of the channel. Defaults to `snodo`. */
  readonly prefix?: string | undefined;
  /** Learns of trouble with the connection that listens. Defaults to nobody: the store is then just not trusted. */
  readonly diagnostics?: Diagnostics | undefined;
}

/** A {@link CacheStore} on Redis. */
export interface RedisStore extends CacheStore {
  /** Ends the connection that listens. The client is its owner's to close. */
  close(): void;
}

/**
 * Makes a store that a fleet of processes shares: public results, and the news that they are stale.
 *
 * Commands go through the client; invalidations arrive on a duplicate of it, opened by the first cache that uses the
 * store. Needs Redis 2.6 or later, or a server that speaks its protocol with scripts.
 *
 * @param client - of the `redis` package (5 or later, connected) or of `ioredis`; a cluster works, too
 * @param options - the prefix of the keys
 * @throws TypeError when it is no such client
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): RedisStore {
  return new StoreOnRedis(redisPort(client), options);
}

class StoreOnRedis implements RedisStore {
  readonly #port: RedisPort;
  readonly #prefix: string;
  readonly #channel: string;
  readonly #diagnostics: Diagnostics | undefined;
  readonly #watchers = new Set<StoreWatcher>();
  #stop: (() => void) | undefined;
  #live = false;

  constructor(port: RedisPort, options: RedisStoreOptions) {
    this.#port = port;
    this.#prefix = options.prefix ?? "snodo";
    this.#channel = `${this.#prefix}:invalidated`;
    this.#diagnostics = options.diagnostics;
  }

  async get(key: string, tag: string): Promise<StoreAnswer> {
    const reply = await this.#port.run(GET, [this.#entry(key, tag), this.#mark(tag)], [newMark(), MARK_LIFE]);
    const [mark, value, left] = reply as readonly [mark: unknown, value?: unknown, left?: unknown];
    const ttlMs = Number(left);
    return value !== undefined && ttlMs > 0
      ? { mark: String(mark), entry: { value: String(value), ttlMs } }
      : { mark: String(mark) };
  }

  async set(key: string, tag: string, entry: Parameters<CacheStore["set"]>[2]): Promise<void> {
    const args = [entry.mark, entry.value, String(entry.ttlMs)];
    await this.#port.run(SET, [this.#entry(key, tag), this.#mark(tag)], args);
  }

  async delete(key: string, tag: string): Promise<void> {
    await this.#port.run(DELETE, [this.#entry(key, tag)], []);
  }

  async invalidate(tag: string, origin: string): Promise<void> {
    await this.#port.run(
      INVALIDATE,
      [this.#mark(tag)],
      [newMark(), MARK_LIFE, this.#channel, `${origin} ${tag}`],
    );
  }

  watch(watcher: StoreWatcher): () => void {
    this.#watchers.add(watcher);
    if (this.#live) watcher.live(true);
    this.#stop ??= this.#port.listen(this.#channel, {
      message: (text) => this.#heard(text),
      live: (yes) => this.#setLive(yes),
      error: (error) =>
        tell(this.#diagnostics, {
          level: "warning",
          code: "cache_store_deaf",
          message: `the cache store hears of no invalidations by others, and is read for each result: ${messageOf(error)}`,
          cause: error,
        }),
    });
    return () => {
      this.#watchers.delete(watcher);
    };
  }

  close(): void {
    this.#stop?.();
    this.#stop = () => undefined;
    this.#setLive(false);
  }

  #heard(text: string): void {
    const at = text.indexOf(" ");
    for (const watcher of [...this.#watchers]) watcher.invalidated(text.slice(at + 1), text.slice(0, at));
  }

  #setLive(yes: boolean): void {
    if (this.#live === yes) return;
    this.#live = yes;
    for (const watcher of [...this.#watchers]) watcher.live(yes);
  }

  /** What belongs to one tag shares the text in braces, by which a cluster places keys. */
  #entry(key: string, tag: string): string {
    return `${this.#prefix}:{${tag}}:${key}`;
  }

  #mark(tag: string): string {
    return `${this.#prefix}:{${tag}}:mark`;
  }
}

function newMark(): string {
  return crypto.randomUUID();
}
