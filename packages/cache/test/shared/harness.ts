import type { CacheStore, Diagnostic } from "@snodo/protocol";
import { type ManualClock, manualClock } from "@snodo/testing";
import { type BoundedResponseCache, memoryStore, responseCache } from "../../src/index.ts";
import { Connected, clientOf, type Who } from "../support/harness.ts";

/** Several processes over one store. */
export class Fleet {
  readonly clock: ManualClock = manualClock();
  readonly store: CacheStore = memoryStore({ clock: this.clock });
  readonly #caches: BoundedResponseCache[] = [];

  /** One process, with one connection to an endpoint that means the same everywhere. */
  process(store: CacheStore = this.store, who: Who = {}) {
    const seen: Diagnostic[] = [];
    const cache: BoundedResponseCache = responseCache({ clock: this.clock, store });
    this.#caches.push(cache);
    const diagnostics = { report: (diagnostic: Diagnostic) => seen.push(diagnostic) };
    const server = new Connected(cache.attach(clientOf({ shared: true, diagnostics, ...who })));
    return { cache, server, seen };
  }

  /** Lets what runs in the background end. */
  async settle(): Promise<void> {
    await Promise.all(this.#caches.map((cache) => cache.flush()));
  }

  /** The store, but for what is replaced. */
  storeWith(parts: Partial<CacheStore>): CacheStore {
    const { store } = this;
    return {
      get: (...args) => store.get(...args),
      set: (...args) => store.set(...args),
      delete: (...args) => store.delete(...args),
      invalidate: (...args) => store.invalidate(...args),
      watch: (...args) => store.watch?.(...args) ?? (() => undefined),
      ...parts,
    };
  }
}
