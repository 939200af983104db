import type { JsonObject } from "@snodo/protocol";
import { keyedMutex } from "./mutex.ts";
import type { Condition, OAuthStore, RecordKind, StoredRecord } from "./port.ts";

/** Most records kept; the ones written longest ago go first. Sign-ins nobody finished must not pile up. */
const MAX_RECORDS = 10_000;

/**
 * A store that forgets everything when the process or page ends. What it keeps is a copy, and is not enumerable.
 *
 * @returns a new, empty store
 */
export function memoryStore(): OAuthStore {
  const records = new Map<string, { readonly text: string; readonly version: string }>();
  let writes = 0;

  const nameOf = (kind: RecordKind, key: string): string => `${kind} ${key}`;
  const holds = (name: string, condition: Condition | undefined): boolean =>
    condition?.ifVersion === undefined || (records.get(name)?.version ?? null) === condition.ifVersion;

  return {
    async get(kind: RecordKind, key: string): Promise<StoredRecord | undefined> {
      const found = records.get(nameOf(kind, key));
      if (found === undefined) return undefined;
      return { value: JSON.parse(found.text) as JsonObject, version: found.version };
    },
    async set(kind: RecordKind, key: string, value: JsonObject, condition?: Condition): Promise<boolean> {
      const name = nameOf(kind, key);
      if (!holds(name, condition)) return false;
      writes += 1;
      records.delete(name);
      records.set(name, { text: JSON.stringify(value), version: String(writes) });
      const oldest = records.keys().next().value;
      if (records.size > MAX_RECORDS && oldest !== undefined) records.delete(oldest);
      return true;
    },
    async delete(kind: RecordKind, key: string, condition?: Condition): Promise<boolean> {
      const name = nameOf(kind, key);
      return holds(name, condition) && records.delete(name);
    },
    withLock: keyedMutex(),
  };
}
