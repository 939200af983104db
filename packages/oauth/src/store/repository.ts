import { isMcpError, type JsonObject, messageOf } from "@snodo/protocol";
import { authError } from "../errors.ts";
import type { OAuthStore } from "./port.ts";
import { type Records, readRecord } from "./records.ts";

/** A record with the version it was read at. */
export interface Read<K extends keyof Records> {
  readonly value: Records[K];
  readonly version: string;
}

/**
 * Reads a record of a known kind; anything unreadable is absent.
 *
 * @param store - where
 * @param kind - its kind
 * @param key - its key
 * @throws McpError `authorization` (`store`) when the store fails
 */
export async function read<K extends keyof Records>(
  store: OAuthStore,
  kind: K,
  key: string,
): Promise<Read<K> | undefined> {
  const found = await guarded(`read ${kind}`, () => store.get(kind, key));
  const value = found === undefined ? undefined : readRecord(kind, found.value);
  return found === undefined || value === undefined ? undefined : { value, version: found.version };
}

/** Writes a record; see {@link read}. */
export function write<K extends keyof Records>(
  store: OAuthStore,
  kind: K,
  key: string,
  value: Records[K],
): Promise<boolean> {
  return guarded(`write ${kind}`, () => store.set(kind, key, value as unknown as JsonObject));
}

/** Removes a record, if it still is the one of that version; see {@link read}. */
export function remove(
  store: OAuthStore,
  kind: keyof Records,
  key: string,
  version?: string,
): Promise<boolean> {
  return guarded(`remove ${kind}`, () => store.delete(kind, key, { ifVersion: version }));
}

async function guarded<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (isMcpError(thrown)) throw thrown;
    // The message of a store of the application may quote what it was to write: only its code is shown.
    throw authError("store", `The OAuth store failed to ${what}: ${codeOf(thrown)}.`, {
      error: codeOf(thrown),
      retryable: true,
    });
  }
}

function codeOf(thrown: unknown): string {
  const code: unknown = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  if (typeof code === "string" && /^\w{1,40}$/.test(code)) return code;
  return thrown instanceof Error ? thrown.name : messageOf(typeof thrown);
}
