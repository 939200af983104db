import type { SigningKeyPair } from "../crypto-types.ts";
import type { OAuthStore } from "../store/port.ts";
import { newSigningKey } from "./signing-key.ts";

const DATABASE = "snodo-oauth";
const TABLE = "keys";

/**
 * Keeps signing keys in IndexedDB, which can hold keys that nobody can export.
 *
 * @returns undefined where there is no IndexedDB
 */
export function indexedDbKeys(): OAuthStore["keyPair"] {
  if (typeof indexedDB === "undefined") return undefined;
  return async (name, algorithm) => {
    const id = `${algorithm} ${name}`;
    const database = await settled(openDatabase());
    try {
      const known: unknown = await settled(database.transaction(TABLE).objectStore(TABLE).get(id));
      if (isKeyPair(known)) return known;
      const made = await newSigningKey(algorithm, false);
      const table = database.transaction(TABLE, "readwrite").objectStore(TABLE);
      // Another tab may have been faster: the key that is there stays.
      const present: unknown = await settled(table.get(id));
      if (isKeyPair(present)) return present;
      await settled(table.put(made, id));
      return made;
    } finally {
      database.close();
    }
  };
}

function openDatabase(): IDBOpenDBRequest {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
  return request;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function isKeyPair(value: unknown): value is SigningKeyPair {
  return typeof value === "object" && value !== null && "privateKey" in value && "publicKey" in value;
}
