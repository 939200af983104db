import {
  type CacheStore,
  type Clock,
  type StoreEntry,
  type StoreWatcher,
  systemClock,
} from "@snodo/protocol";
import { LRUCache } from "lru-cache";

/** What a memory store may be told. */
export interface MemoryStoreOptions {
  /** The most entries that are kept. Defaults to 4,096. */
  readonly maxEntries?: number | undefined;
  /** The most bytes that are kept. Defaults to 64 MiB. */
  readonly maxBytes?: number | undefined;
  /** Time. Defaults to that of the platform. */
  readonly clock?: Clock | undefined;
}

interface Kept {
  readonly value: string;
  readonly expires: number;
  readonly mark: string;
}

/**
 * Makes a {@link CacheStore} in this process: for several caches that shall share results, and for tests.
 *
 * @param options - bounds and time
 */
export function memoryStore(options: MemoryStoreOptions = {}): CacheStore {
  const clock = options.clock ?? systemClock;
  const maxSize = options.maxBytes ?? 64 * 1024 * 1024;
  const max = options.maxEntries ?? 4096;
  const entries = new LRUCache<string, Kept>({ max, maxSize, maxEntrySize: maxSize });
  // A mark that is pushed out is replaced by a new one, which is an invalidation and never wrong.
  const marks = new LRUCache<string, string>({ max: max * 2 });
  const watchers = new Set<StoreWatcher>();
  let count = 0;

  function newMark(tag: string): string {
    count += 1;
    marks.set(tag, String(count));
    return String(count);
  }

  return {
    async get(key, tag) {
      const mark = marks.get(tag) ?? newMark(tag);
      const kept = entries.get(key);
      const ttlMs = kept === undefined ? 0 : Math.floor(kept.expires - clock.now());
      if (kept === undefined) return { mark };
      if (ttlMs <= 0 || kept.mark !== mark) {
        entries.delete(key);
        return { mark };
      }
      return { mark, entry: { value: kept.value, ttlMs } };
    },
    async set(key, tag, { value, ttlMs, bytes, mark }: StoreEntry) {
      if (marks.get(tag) === mark)
        entries.set(key, { value, expires: clock.now() + ttlMs, mark }, { size: Math.max(1, bytes) });
    },
    async delete(key) {
      entries.delete(key);
    },
    async invalidate(tag, origin) {
      newMark(tag);
      for (const watcher of [...watchers]) watcher.invalidated(tag, origin);
    },
    watch(watcher) {
      watchers.add(watcher);
      watcher.live(true);
      return () => {
        watchers.delete(watcher);
      };
    },
  };
}
