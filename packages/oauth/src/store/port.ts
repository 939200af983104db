import type { JsonObject } from "@snodo/protocol";
import type { SigningKeyPair } from "../crypto-types.ts";

/** What a store keeps. The records of a kind have one shape; a store need not know it. */
export type RecordKind = "tokens" | "registration" | "pending" | "discovery" | "key";

/** A record and the mark by which a later change can be told. */
export interface StoredRecord {
  readonly value: JsonObject;
  /** Another one after every change. */
  readonly version: string;
}

/** Makes a change depend on what was read before. */
export interface Condition {
  /** The version that must still be there; null: there must be no record. */
  readonly ifVersion?: string | null | undefined;
}

/**
 * Keeps tokens, client registrations, sign-ins under way and what discovery found. Keys are hashes: they tell nothing.
 *
 * Values are secrets. A store shared by several processes must make {@link OAuthStore.withLock} exclude them all.
 * `oauthStoreContract` of `@snodo/testing` checks an implementation.
 */
export interface OAuthStore {
  /**
   * Reads a record.
   *
   * @returns undefined when there is none, or none that can be read
   */
  get(kind: RecordKind, key: string): Promise<StoredRecord | undefined>;
  /**
   * Writes a record, whole or not at all.
   *
   * @returns false when the condition did not hold and nothing was written
   * @throws whatever keeps it from being written; the caller hands out no token it could not store
   */
  set(kind: RecordKind, key: string, value: JsonObject, condition?: Condition): Promise<boolean>;
  /**
   * Removes a record.
   *
   * @returns true for exactly one of several callers: the one that removed it
   */
  delete(kind: RecordKind, key: string, condition?: Condition): Promise<boolean>;
  /**
   * Runs a function while no other holder of the same key runs, in this process or another one that shares the store.
   *
   * @param run - its signal is aborted when the lock was lost, because this process stood still for too long
   * @param options - `signal` gives up waiting
   */
  withLock<T>(
    key: string,
    run: (signal: AbortSignal) => Promise<T>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<T>;
  /**
   * The signing key of a name, made when there is none. Without this method DPoP keys live as long as the store does.
   *
   * @param name - tells keys apart
   * @param algorithm - a JWS algorithm, such as `ES256`
   */
  keyPair?(name: string, algorithm: string): Promise<SigningKeyPair>;
}
