import type { CacheStore, StoreWatcher } from "@snodo/protocol";
import type { ContractCase } from "./case.ts";
import { check, equal, soon } from "./check.ts";

/** A store under test. Each case starts with an empty one. */
export interface CacheStoreSubject {
  readonly store: CacheStore;
  /** A second store object over the same data. Needed by `shared` cases. */
  readonly other?: CacheStore | undefined;
  /** Lets time pass for the store: a manual clock, or a real wait. */
  pass(milliseconds: number): Promise<void>;
  /** Puts everything away. */
  dispose?(): void | Promise<void>;
}

type Case = ContractCase<CacheStoreSubject>;
type Run = Case["run"];

const TAG = "tag1";
const TTL = 60_000;

/** Stores a value the way a cache does: under the mark that was read before. */
async function put(
  store: CacheStore,
  key: string,
  value: string,
  tag: string = TAG,
  ttlMs: number = TTL,
): Promise<void> {
  const { mark } = await store.get(key, tag);
  await store.set(key, tag, { value, ttlMs, bytes: new TextEncoder().encode(value).length, mark });
}

async function read(store: CacheStore, key: string, tag: string = TAG): Promise<string | undefined> {
  return (await store.get(key, tag)).entry?.value;
}

/** Collects what a watcher hears, and waits for it. */
function listener(): {
  readonly watcher: StoreWatcher;
  readonly heard: string[];
  live: Promise<void>;
  until(text: string): Promise<void>;
} {
  const heard: string[] = [];
  const waiting = new Map<string, () => void>();
  let isLive: () => void = () => undefined;
  const live = new Promise<void>((resolve) => {
    isLive = resolve;
  });
  const watcher: StoreWatcher = {
    invalidated: (tag, origin) => {
      const text = `${tag} by ${origin}`;
      heard.push(text);
      waiting.get(text)?.();
    },
    live: (yes) => {
      if (yes) isLive();
    },
  };
  const until = (text: string): Promise<void> =>
    heard.includes(text) ? Promise.resolve() : new Promise((resolve) => waiting.set(text, resolve));
  return { watcher, heard, live, until };
}

const cases: readonly (readonly [group: string, name: string, run: Run, needs?: string])[] = [
  [
    "entries",
    "an unknown key has a mark and no entry",
    async ({ store }) => {
      const { mark, entry } = await store.get("unknown", TAG);
      check(typeof mark === "string" && mark !== "", "the mark is empty");
      check(entry === undefined, "there is an entry");
    },
  ],
  [
    "entries",
    "what was stored is read back, with what is left of its time",
    async ({ store }) => {
      await put(store, "a", '{"n":1}');
      const { entry } = await store.get("a", TAG);
      equal(entry?.value, '{"n":1}', "the value");
      check(entry !== undefined && entry.ttlMs > 0 && entry.ttlMs <= TTL, `${entry?.ttlMs} ms are left`);
    },
  ],
  [
    "entries",
    "any text survives, a large one included",
    async ({ store }) => {
      const texts = [
        "",
        "\n",
        "a\nb",
        "\u0000",
        "日本 🎉 \u2028",
        JSON.stringify({ text: "x".repeat(1_000_000) }),
      ];
      for (const [at, text] of texts.entries()) {
        await put(store, `t${at}`, text);
        check((await read(store, `t${at}`)) === text, `text ${at} came back changed`);
      }
    },
  ],
  [
    "entries",
    "a later value replaces an earlier one",
    async ({ store }) => {
      await put(store, "a", "1");
      await put(store, "a", "2");
      equal(await read(store, "a"), "2", "the value");
    },
  ],
  [
    "entries",
    "an entry expires",
    async ({ store, pass }) => {
      await put(store, "short", "1", TAG, 50);
      await put(store, "long", "2");
      await pass(100);
      equal(await read(store, "short"), undefined, "the expired entry");
      equal(await read(store, "long"), "2", "the other entry");
    },
  ],
  [
    "entries",
    "a very long time to live is one",
    async ({ store }) => {
      await put(store, "a", "1", TAG, 365 * 24 * 3600 * 1000 * 10);
      equal(await read(store, "a"), "1", "the value");
    },
  ],
  [
    "entries",
    "delete forgets one entry",
    async ({ store }) => {
      await put(store, "a", "1");
      await put(store, "b", "2");
      await store.delete("a", TAG);
      await store.delete("never", TAG);
      equal([await read(store, "a"), await read(store, "b")], [undefined, "2"], "the entries");
    },
  ],
  [
    "marks",
    "a mark stays until its tag is invalidated",
    async ({ store }) => {
      const first = (await store.get("a", TAG)).mark;
      await put(store, "a", "1");
      equal((await store.get("b", TAG)).mark, first, "the mark");
      await store.invalidate(TAG, "me");
      check((await store.get("a", TAG)).mark !== first, "the mark did not change");
    },
  ],
  [
    "marks",
    "no mark is used twice",
    async ({ store }) => {
      const marks = new Set<string>();
      for (let n = 0; n < 50; n += 1) {
        marks.add((await store.get("a", TAG)).mark);
        await store.invalidate(TAG, "me");
      }
      equal(marks.size, 50, "the number of marks");
    },
  ],
  [
    "marks",
    "readers at the same time agree on the mark",
    async ({ store }) => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => store.get("a", "fresh")));
      equal(new Set(answers.map(({ mark }) => mark)).size, 1, "the number of marks");
    },
  ],
  [
    "invalidation",
    "forgets every entry of the tag, and no other",
    async ({ store }) => {
      await put(store, "a", "1");
      await put(store, "b", "2");
      await put(store, "c", "3", "tag2");
      await store.invalidate(TAG, "me");
      const left = [await read(store, "a"), await read(store, "b"), await read(store, "c", "tag2")];
      equal(left, [undefined, undefined, "3"], "the entries");
    },
  ],
  [
    "invalidation",
    "what was loaded before is not stored after",
    async ({ store }) => {
      const { mark } = await store.get("a", TAG);
      await store.invalidate(TAG, "me");
      await store.set("a", TAG, { value: "old", ttlMs: TTL, bytes: 3, mark });
      equal(await read(store, "a"), undefined, "the entry");
      await put(store, "a", "new");
      await store.set("a", TAG, { value: "old", ttlMs: TTL, bytes: 3, mark });
      equal(await read(store, "a"), "new", "the entry");
    },
  ],
  [
    "invalidation",
    "an unknown tag can be invalidated",
    async ({ store }) => {
      await store.invalidate("never", "me");
    },
  ],
  [
    "sharing",
    "another store object finds and invalidates the same",
    async ({ store, other }) => {
      check(other !== undefined, "the subject has no second store");
      await put(store, "a", "1");
      equal(await read(other, "a"), "1", "what the other one reads");
      const { mark } = await store.get("b", TAG);
      await other.invalidate(TAG, "other");
      equal(await read(store, "a"), undefined, "the entry");
      await store.set("b", TAG, { value: "old", ttlMs: TTL, bytes: 3, mark });
      equal(await read(other, "b"), undefined, "what was loaded before");
    },
    "shared",
  ],
  [
    "watching",
    "invalidations are reported with their origin, until the end",
    async ({ store }) => {
      const { watcher, heard, live, until } = listener();
      const stop = store.watch?.(watcher);
      await soon(live, "the watcher being told that it is live");
      await store.invalidate(TAG, "origin1");
      await soon(until(`${TAG} by origin1`), "the report of an invalidation");
      stop?.();
      await store.invalidate(TAG, "origin2");
      const second = listener();
      const stopSecond = store.watch?.(second.watcher);
      await soon(second.live, "a second watcher being told that it is live");
      await store.invalidate(TAG, "origin3");
      await soon(second.until(`${TAG} by origin3`), "the report of an invalidation");
      stopSecond?.();
      equal(heard, [`${TAG} by origin1`], "what the first watcher heard");
    },
    "watch",
  ],
  [
    "watching",
    "invalidations through another store object are reported",
    async ({ store, other }) => {
      check(other !== undefined, "the subject has no second store");
      const { watcher, live, until } = listener();
      const stop = store.watch?.(watcher);
      await soon(live, "the watcher being told that it is live");
      await other.invalidate(TAG, "elsewhere");
      await soon(until(`${TAG} by elsewhere`), "the report of an invalidation");
      stop?.();
    },
    "shared-watch",
  ],
];

/**
 * What every `CacheStore` must do. Features a store may lack: `shared` (a second store object over the same data),
 * `watch`, and `shared-watch` (both).
 */
export const cacheStoreContract: readonly Case[] = Object.freeze(
  cases.map(([group, name, run, needs]) =>
    needs === undefined ? { group, name, run } : { group, name, run, needs: [needs] },
  ),
);
