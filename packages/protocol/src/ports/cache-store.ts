/** What a store knows of one key. */
export interface StoreAnswer {
  /**
   * Names the state of the tag. It changes with every {@link CacheStore.invalidate} of the tag and is never used twice,
   * so that what was loaded before an invalidation cannot be stored after it.
   */
  readonly mark: string;
  /** The entry, when there is one that was stored under this very mark and has not expired. */
  readonly entry?: { readonly value: string; readonly ttlMs: number } | undefined;
}

/** What is to be stored. */
export interface StoreEntry {
  readonly value: string;
  /** Milliseconds until the store forgets it; a positive integer. */
  readonly ttlMs: number;
  /** The size of `value` in UTF-8, for stores that count. */
  readonly bytes: number;
  /** The mark that {@link CacheStore.get} gave before the value was loaded. */
  readonly mark: string;
}

/** Learns what happens to a shared store. None of it may throw. */
export interface StoreWatcher {
  /**
   * A tag was invalidated through this or another store object.
   *
   * @param tag - the tag
   * @param origin - what was passed to `invalidate`
   */
  invalidated(tag: string, origin: string): void;
  /** Says whether invalidations arrive now. After a gap some may have been missed. */
  live(yes: boolean): void;
}

/**
 * Holds public results for several processes. Keys and tags are short texts of letters, digits and `:`. A key always
 * comes with the same tag. Whatever a store rejects with costs a request to the server, never a call.
 */
export interface CacheStore {
  /** Reads a key and the mark of its tag in one step. */
  get(key: string, tag: string): Promise<StoreAnswer>;
  /** Stores an entry; it is never returned once its mark is not the tag's any more. */
  set(key: string, tag: string, entry: StoreEntry): Promise<void>;
  /** Forgets one entry. */
  delete(key: string, tag: string): Promise<void>;
  /**
   * Forgets every entry of a tag and tells the watchers.
   *
   * @param tag - the tag
   * @param origin - names who asks, so that its own echo can be told apart
   */
  invalidate(tag: string, origin: string): Promise<void>;
  /**
   * Starts to report invalidations. Without this method results of the store are not kept in the process.
   *
   * @returns stops the reports
   */
  watch?(watcher: StoreWatcher): () => void;
}
