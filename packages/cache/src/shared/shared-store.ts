import { type CacheStore, type Diagnostics, messageOf, type StoreAnswer } from "@snodo/protocol";
import type { Namespace } from "../entries/namespaces.ts";
import type { Endpoint, Tag } from "../entries/tag.ts";
import type { CacheSettings } from "../options.ts";
import { within } from "./bounded.ts";
import { digest } from "./digest.ts";
import { tell } from "./tell.ts";

/** After a failure the store is left alone for this long, in milliseconds. */
const REST = 5000;
/** Invalidations that could not be sent and are remembered; beyond, the oldest is given up. */
const MAX_UNSENT = 1000;

/** Names an entry in the store. */
export interface SharedKey {
  readonly key: string;
  readonly tag: string;
}

/** What the cache does when another process invalidates. */
export interface Watching {
  /** A tag that is known here was invalidated elsewhere. */
  invalidated(tag: Tag): void;
  /** Invalidations may have been missed, or will be. */
  gap(): void;
}

/** The store as the cache uses it: bounded in time, and never a reason for a read to fail. */
export class SharedStore {
  readonly #store: CacheStore;
  readonly #settings: CacheSettings;
  readonly #origin: string;
  readonly #tags = new Map<string, Tag>();
  readonly #unsent = new Set<string>();
  /** Invalidations that wait for their turn: a second one of the same tag adds nothing. */
  readonly #queued = new Set<string>();
  readonly #stop: (() => void) | undefined;
  /** Invalidations under way: what is read waits for them, so that it never finds what they drop. */
  #sending: Promise<void> = Promise.resolve();
  readonly #background = new Set<Promise<unknown>>();
  #restUntil = Number.NEGATIVE_INFINITY;
  #live = false;

  constructor(store: CacheStore, settings: CacheSettings, watching: Watching) {
    this.#store = store;
    this.#settings = settings;
    this.#origin = crypto.randomUUID().replaceAll("-", "");
    this.#stop = store.watch?.({
      invalidated: (name, origin) => {
        const tag = this.#tags.get(name);
        if (tag !== undefined && origin !== this.#origin) watching.invalidated(tag);
      },
      live: (yes) => {
        this.#live = yes;
        watching.gap();
      },
    });
  }

  /** True while invalidations of other processes arrive, so that public results may be kept in memory. */
  get live(): boolean {
    return this.#live;
  }

  /** Names an entry, and makes its tag known for invalidations by others. */
  async name(namespace: Namespace, key: string, tag: Tag): Promise<SharedKey> {
    const [entry, name] = await Promise.all([digest(namespace.text, key), this.#nameTag(tag)]);
    return { key: entry, tag: name };
  }

  /** Forgets a tag that nothing here carries any more. */
  forget(tag: Tag): void {
    if (tag.digest !== undefined && this.#tags.get(tag.digest) === tag) this.#tags.delete(tag.digest);
  }

  /** Reads an entry and the mark of its tag; undefined when the store cannot be used now. */
  async read(
    { key, tag }: SharedKey,
    diagnostics: Diagnostics | undefined,
  ): Promise<StoreAnswer | undefined> {
    await this.#sending;
    if (this.#resting()) return undefined;
    if (this.#unsent.has(tag) && !(await this.#send(tag, diagnostics))) return undefined;
    let answer: StoreAnswer | undefined;
    await this.#attempt("read from", diagnostics, async () => {
      answer = await this.#store.get(key, tag);
    });
    return answer;
  }

  /** Stores an entry, in the background. */
  write(
    { key, tag }: SharedKey,
    entry: Parameters<CacheStore["set"]>[2],
    diagnostics: Diagnostics | undefined,
  ): void {
    if (this.#resting()) return;
    this.#later(this.#attempt("write to", diagnostics, () => this.#store.set(key, tag, entry)));
  }

  /** Forgets an entry, in the background. */
  remove({ key, tag }: SharedKey, diagnostics: Diagnostics | undefined): void {
    this.#later(this.#attempt("write to", diagnostics, () => this.#store.delete(key, tag)));
  }

  /** Forgets all entries of a tag everywhere, in the background. */
  invalidate(endpoint: Endpoint, tag: string, diagnostics: Diagnostics | undefined): void {
    const queued = JSON.stringify([endpoint.text, tag]);
    if (this.#queued.has(queued)) return;
    this.#queued.add(queued);
    const before = this.#sending;
    this.#sending = (async () => {
      const name = await digest(endpoint.text, tag);
      await before;
      this.#queued.delete(queued);
      await this.#send(name, diagnostics);
    })();
    this.#later(this.#sending);
  }

  /** Resolves when what runs in the background has ended. */
  async flush(): Promise<void> {
    while (this.#background.size > 0) await Promise.allSettled(this.#background);
  }

  /** Stops listening for invalidations. */
  close(): void {
    this.#live = false;
    this.#stop?.();
  }

  async #nameTag(tag: Tag): Promise<string> {
    const name = tag.digest ?? (await digest(tag.endpoint.text, tag.name));
    tag.digest = name;
    this.#tags.set(name, tag);
    return name;
  }

  /** An invalidation that fails is remembered, and sent before the tag is read again. */
  async #send(tag: string, diagnostics: Diagnostics | undefined): Promise<boolean> {
    this.#unsent.delete(tag);
    this.#unsent.add(tag);
    if (this.#unsent.size > MAX_UNSENT) this.#unsent.delete(this.#unsent.values().next().value as string);
    const sent = await this.#attempt("invalidate in", diagnostics, () =>
      this.#store.invalidate(tag, this.#origin),
    );
    if (sent) this.#unsent.delete(tag);
    return sent;
  }

  #later(work: Promise<unknown>): void {
    const done = (): boolean => this.#background.delete(work);
    this.#background.add(work);
    void work.then(done, done);
  }

  #resting(): boolean {
    return this.#settings.clock.now() < this.#restUntil;
  }

  async #attempt(
    what: string,
    diagnostics: Diagnostics | undefined,
    work: () => Promise<void>,
  ): Promise<boolean> {
    const { clock, storeTimeout } = this.#settings;
    try {
      await within(work, storeTimeout, clock);
      return true;
    } catch (error) {
      this.#restUntil = clock.now() + REST;
      tell(this.#settings.diagnostics ?? diagnostics, {
        level: "warning",
        code: "cache_store_failed",
        message: `could not ${what} the shared cache store, which is left alone for ${REST / 1000} s: ${messageOf(error)}`,
        cause: error,
      });
      return false;
    }
  }
}
