import { LRUCache } from "lru-cache";
import type { Tag } from "./tag.ts";

/** A result that is kept. */
export interface Entry {
  /** Deeply frozen. */
  readonly value: unknown;
  /** On the cache's clock. */
  readonly expires: number;
  /** The order of the read that brought it. */
  readonly order: number;
  readonly tag: Tag;
  /** True when other processes may invalidate it. */
  readonly shared: boolean;
  /** Called when it is gone, however that came. */
  readonly gone: () => void;
}

/** The results in memory, bounded by number and by bytes; the least recently used go first. */
export class Entries {
  readonly #lru: LRUCache<string, Entry>;
  readonly #maxBytes: number;

  constructor(maxEntries: number, maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#lru = new LRUCache<string, Entry>({
      max: maxEntries,
      maxSize: maxBytes,
      dispose: (entry, key) => {
        entry.tag.keys.delete(key);
        entry.gone();
      },
    });
  }

  get size(): number {
    return this.#lru.size;
  }

  get bytes(): number {
    return this.#lru.calculatedSize;
  }

  /** Finds an entry, expired or not, and counts that as its use. */
  get(key: string): Entry | undefined {
    return this.#lru.get(key);
  }

  /**
   * Stores an entry, unless it is too large or a later read stored one.
   *
   * @returns true when it is stored
   */
  set(key: string, entry: Entry, bytes: number): boolean {
    if (bytes > this.#maxBytes) {
      this.supersede(key, entry.order);
      return false;
    }
    const known = this.#lru.peek(key);
    if (known !== undefined && known.order > entry.order) return false;
    this.#lru.set(key, entry, { size: bytes });
    // Now, since the entry that had this key took it off the tag on its way out.
    entry.tag.keys.add(key);
    return true;
  }

  /** Forgets an entry that an earlier read brought. */
  supersede(key: string, order: number): void {
    const known = this.#lru.peek(key);
    if (known !== undefined && known.order < order) this.#lru.delete(key);
  }

  delete(key: string): void {
    this.#lru.delete(key);
  }

  /** Forgets what other processes may have invalidated unnoticed. */
  deleteShared(): void {
    for (const [key, entry] of [...this.#lru.entries()]) if (entry.shared) this.#lru.delete(key);
  }

  clear(): void {
    this.#lru.clear();
  }
}
