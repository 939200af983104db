import type { CacheStore } from "@snodo/protocol";
import { test } from "vitest";
import { cacheStoreContract, manualClock, runContract } from "../../src/index.ts";

/** The smallest store there can be. */
function mapStore(now: () => number): CacheStore {
  const marks = new Map<string, string>();
  const entries = new Map<string, { value: string; mark: string; end: number }>();
  const markOf = (tag: string): string => {
    if (!marks.has(tag)) marks.set(tag, crypto.randomUUID());
    return marks.get(tag) as string;
  };
  return {
    async get(key, tag) {
      const mark = markOf(tag);
      const entry = entries.get(key);
      if (entry === undefined || entry.mark !== mark || entry.end <= now()) return { mark };
      return { mark, entry: { value: entry.value, ttlMs: entry.end - now() } };
    },
    async set(key, tag, { value, ttlMs, mark }) {
      if (mark === markOf(tag)) entries.set(key, { value, mark, end: now() + ttlMs });
    },
    delete: async (key) => void entries.delete(key),
    invalidate: async (tag) => void marks.delete(tag),
  };
}

// Accepted in a few lines.
runContract(
  test,
  cacheStoreContract,
  () => {
    const clock = manualClock();
    const store = mapStore(() => clock.now());
    return { store, other: store, pass: (milliseconds) => clock.advance(milliseconds) };
  },
  { without: ["watch", "shared-watch"] },
);
