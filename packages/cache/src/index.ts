export type { CacheStore, StoreAnswer, StoreEntry, StoreWatcher } from "@snodo/protocol";
export type { ResponseCacheOptions } from "./options.ts";
export { type BoundedResponseCache, type CacheStats, responseCache } from "./response-cache.ts";
export { type MemoryStoreOptions, memoryStore } from "./stores/memory-store.ts";
