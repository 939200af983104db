import { isObject, type JsonObject } from "@snodo/protocol";
import { memoryStore } from "./memory.ts";
import type { Condition, OAuthStore, RecordKind } from "./port.ts";

/** As much of `sessionStorage` as is used. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Options of {@link sessionStore}. */
export interface SessionStoreOptions {
  /** Defaults to `sessionStorage`. */
  readonly storage?: TextStorage | undefined;
  /**
   * Where tokens are kept: `memory` (default), so that a reload signs in again, or `storage`, where any script of the
   * page can read them, injected ones included.
   */
  readonly tokens?: "memory" | "storage" | undefined;
}

interface LockManager {
  request<T>(name: string, options: { readonly signal?: AbortSignal }, run: () => Promise<T>): Promise<T>;
}

/**
 * A store for pages: sign-ins under way and registrations survive leaving the page, tokens stay in memory.
 *
 * @param options - what to keep where
 */
export function sessionStore(options: SessionStoreOptions = {}): OAuthStore {
  const storage =
    options.storage ?? (globalThis as unknown as { sessionStorage: TextStorage }).sessionStorage;
  const memory = memoryStore();
  const inMemory = (kind: RecordKind): boolean => kind === "tokens" && options.tokens !== "storage";
  const nameOf = (kind: RecordKind, key: string): string => `snodo-oauth ${kind} ${key}`;
  const holds = (name: string, condition: Condition | undefined): boolean =>
    condition?.ifVersion === undefined || (readItem(storage, name)?.version ?? null) === condition.ifVersion;
  const locks = (globalThis as unknown as { navigator?: { locks?: LockManager } }).navigator?.locks;
  return {
    async get(kind, key) {
      return inMemory(kind) ? memory.get(kind, key) : readItem(storage, nameOf(kind, key));
    },
    async set(kind, key, value, condition) {
      if (inMemory(kind)) return memory.set(kind, key, value, condition);
      const name = nameOf(kind, key);
      if (!holds(name, condition)) return false;
      storage.setItem(name, JSON.stringify({ version: crypto.randomUUID(), value }));
      return true;
    },
    async delete(kind, key, condition) {
      if (inMemory(kind)) return memory.delete(kind, key, condition);
      const name = nameOf(kind, key);
      if (storage.getItem(name) === null || !holds(name, condition)) return false;
      storage.removeItem(name);
      return true;
    },
    withLock(key, run, lockOptions) {
      if (locks === undefined) return memory.withLock(key, run, lockOptions);
      const { signal } = lockOptions ?? {};
      return locks.request(`snodo-oauth ${key}`, signal === undefined ? {} : { signal }, () =>
        run(new AbortController().signal),
      );
    },
  };
}

function readItem(
  storage: TextStorage,
  name: string,
): { readonly value: JsonObject; readonly version: string } | undefined {
  const text = storage.getItem(name);
  if (text === null) return undefined;
  try {
    const item: unknown = JSON.parse(text);
    if (!isObject(item) || !isObject(item["value"]) || typeof item["version"] !== "string") return undefined;
    return { value: item["value"], version: item["version"] };
  } catch {
    return undefined;
  }
}
