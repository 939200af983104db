import { Entries, type Entry } from "./entries/entries.ts";
import { type Namespace, Namespaces } from "./entries/namespaces.ts";
import { type Endpoint, forgetIdle, type Tag } from "./entries/tag.ts";
import type { CacheSettings } from "./options.ts";
import { canDigest } from "./shared/digest.ts";
import { SharedStore } from "./shared/shared-store.ts";

/** What all connections of one cache have in common. */
export class CacheCore {
  readonly settings: CacheSettings;
  readonly namespaces: Namespaces = new Namespaces();
  readonly entries: Entries;
  readonly shared: SharedStore | undefined;
  readonly counts: { hits: number; storeHits: number; joined: number; loads: number } = {
    hits: 0,
    storeHits: 0,
    joined: 0,
    loads: 0,
  };
  #order = 0;

  constructor(settings: CacheSettings) {
    this.settings = settings;
    this.entries = new Entries(settings.maxEntries, settings.maxBytes);
    const { store } = settings;
    this.shared =
      store === undefined || !canDigest
        ? undefined
        : new SharedStore(store, settings, {
            invalidated: (tag) => this.drop(tag),
            gap: () => this.entries.deleteShared(),
          });
  }

  /** A number greater than all before. */
  nextOrder(): number {
    this.#order += 1;
    return this.#order;
  }

  /** Finds an entry that has not expired and that nobody else may have invalidated unnoticed. */
  fresh(key: string): Entry | undefined {
    const entry = this.#usable(key);
    if (entry === undefined) return undefined;
    const late = this.settings.clock.now() - entry.expires;
    if (late < 0) return entry;
    // An expired result is kept only for as long as it could still help out.
    if (late >= this.settings.staleIfError) this.entries.delete(key);
    return undefined;
  }

  /** Finds an entry that may answer although it has expired, because the server cannot be reached. */
  stale(...keys: readonly (string | undefined)[]): Entry | undefined {
    for (const key of keys) {
      const entry = key === undefined ? undefined : this.#usable(key);
      if (entry !== undefined && this.settings.clock.now() - entry.expires < this.settings.staleIfError)
        return entry;
    }
    return undefined;
  }

  #usable(key: string): Entry | undefined {
    const entry = this.entries.get(key);
    return entry?.shared === true && this.shared?.live !== true ? undefined : entry;
  }

  /** Stores a result of a read whose flight its tag still carries. */
  store(namespace: Namespace, key: string, entry: Omit<Entry, "gone">, bytes: number): boolean {
    this.namespaces.keep(namespace);
    const gone = (): void => {
      this.namespaces.release(namespace);
      this.letGo(entry.tag);
    };
    const stored = this.entries.set(key, { ...entry, gone }, bytes);
    if (!stored) this.namespaces.release(namespace);
    return stored;
  }

  /** Drops the entries of a tag, and what is under way for it. */
  drop(tag: Tag): void {
    for (const flight of tag.flights) flight.stale = true;
    for (const key of [...tag.keys]) this.entries.delete(key);
  }

  /** As {@link drop}, by name, for an endpoint that may have nothing of it. */
  dropNamed(endpoint: Endpoint, name: string): void {
    const tag = endpoint.tags.get(name);
    if (tag !== undefined) this.drop(tag);
  }

  /** Forgets a tag that lost its last key or flight. */
  letGo(tag: Tag): void {
    if (forgetIdle(tag)) this.shared?.forget(tag);
  }
}
