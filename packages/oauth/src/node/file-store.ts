import { createHash, randomUUID } from "node:crypto";
import { rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostics, JsonObject } from "@snodo/protocol";
import type { Condition, OAuthStore, RecordKind, StoredRecord } from "../store/port.ts";
import { readPrivate, writeAtomically } from "./files/atomic.ts";
import { defaultDirectory, prepareDirectory } from "./files/directory.ts";
import { checkRecord, readEnvelope, writeEnvelope } from "./files/envelope.ts";
import { keepsKeys } from "./files/key-pair.ts";
import { fileLock } from "./files/lock.ts";
import { codeOf } from "./files/problem.ts";
import { type Seal, type SealKey, sealWith } from "./files/seal.ts";

/** Options of {@link fileStore}. */
export interface FileStoreOptions {
  /** Defaults to the place the system has for the state of programs, such as `~/.local/state/snodo/oauth`. */
  readonly directory?: string | undefined;
  /** Told of files that had to be put aside. */
  readonly diagnostics?: Diagnostics | undefined;
}

/** Options of {@link encryptedFileStore}. */
export interface EncryptedFileStoreOptions extends FileStoreOptions {
  /** 32 random bytes, or how to get them: from the system's keychain, which holds one short key more easily than tokens. */
  readonly key: SealKey;
}

/**
 * Keeps records in files that several processes can share: one file a record, written whole or not at all, readable by
 * its owner only. What is in them is not encrypted; see {@link encryptedFileStore}.
 *
 * @param options - where
 * @returns a store whose methods reject with McpError `authorization` (`store`): files others can read, links, a lock
 *   held for too long; or with the error of the file system
 */
export function fileStore(options: FileStoreOptions = {}): OAuthStore {
  return openStore(options, undefined);
}

/**
 * As {@link fileStore}, encrypted with AES-256-GCM. Records of another key count as absent, and are overwritten.
 *
 * @param options - where, and with which key
 * @returns a store; a key of another length than 32 bytes shows in its first use, as TypeError
 */
export function encryptedFileStore(options: EncryptedFileStoreOptions): OAuthStore {
  return openStore(options, sealWith(options.key));
}

function openStore(options: FileStoreOptions, seal: Seal | undefined): OAuthStore {
  const files = new RecordFiles(options.directory ?? defaultDirectory(), seal, options.diagnostics);
  const store = {
    get: (kind: RecordKind, key: string) => files.get(kind, key),
    set: (kind: RecordKind, key: string, value: JsonObject, condition?: Condition) =>
      files.set(kind, key, value, condition),
    delete: (kind: RecordKind, key: string, condition?: Condition) => files.delete(kind, key, condition),
    withLock: files.withLock,
  };
  return { ...store, keyPair: keepsKeys(store) };
}

class RecordFiles {
  readonly withLock: OAuthStore["withLock"] = fileLock((key) => this.#path("lock", key));
  readonly #directory: string;
  readonly #seal: Seal | undefined;
  readonly #diagnostics: Diagnostics | undefined;
  #ready: Promise<void> | undefined;

  constructor(directory: string, seal: Seal | undefined, diagnostics: Diagnostics | undefined) {
    this.#directory = directory;
    this.#seal = seal;
    this.#diagnostics = diagnostics;
  }

  async get(kind: RecordKind, key: string): Promise<StoredRecord | undefined> {
    const path = await this.#path(kind, key);
    const text = await readPrivate(path);
    if (text === undefined) return undefined;
    const content = readEnvelope(text);
    if (content === "damaged") return this.#putAside(path);
    if (content === "foreign") return undefined;
    const value = await this.#unseal(content, `${kind} ${key}`);
    if (value === undefined) return undefined;
    const verdict = checkRecord(kind, value);
    if (verdict === "damaged") return this.#putAside(path);
    return verdict === "good" ? { value, version: content.version } : undefined;
  }

  async set(kind: RecordKind, key: string, value: JsonObject, condition?: Condition): Promise<boolean> {
    const path = await this.#path(kind, key);
    return this.#under(kind, key, condition, async () => {
      const version = randomUUID();
      const sealed = await this.#seal?.close(JSON.stringify(value), `${kind} ${key}`);
      await writeAtomically(
        path,
        writeEnvelope(sealed === undefined ? { version, value } : { version, sealed }),
      );
      return true;
    });
  }

  async delete(kind: RecordKind, key: string, condition?: Condition): Promise<boolean> {
    const path = await this.#path(kind, key);
    return this.#under(kind, key, condition, async () => {
      try {
        await unlink(path);
        return true;
      } catch (error) {
        if (codeOf(error) === "ENOENT") return false;
        throw error;
      }
    });
  }

  /** Runs a change only while its condition holds, which takes a lock to be sure of. */
  #under(
    kind: RecordKind,
    key: string,
    condition: Condition | undefined,
    change: () => Promise<boolean>,
  ): Promise<boolean> {
    const expected = condition?.ifVersion;
    if (expected === undefined) return change();
    return this.withLock(`change ${kind} ${key}`, async () => {
      const found = await this.get(kind, key);
      return (found?.version ?? null) === expected && change();
    });
  }

  async #unseal(
    content: { readonly value?: JsonObject | undefined; readonly sealed?: string | undefined },
    name: string,
  ): Promise<JsonObject | undefined> {
    if (this.#seal === undefined || content.sealed === undefined) {
      // A store with a key takes nothing that was not sealed with it.
      return this.#seal === undefined ? content.value : undefined;
    }
    const text = await this.#seal.open(content.sealed, name);
    return text === undefined ? undefined : (JSON.parse(text) as JsonObject);
  }

  async #putAside(path: string): Promise<undefined> {
    // Another process may have done it already.
    await rename(path, `${path}.corrupt`).catch(() => undefined);
    try {
      this.#diagnostics?.report({
        level: "warning",
        code: "oauth_record_damaged",
        message: `${path} is damaged and was put aside; a new sign-in may be needed.`,
      });
    } catch {
      // Reporting must not break what it reports on.
    }
    return undefined;
  }

  /** The file of a record. Its name is a hash: a listing of the directory tells nothing. */
  async #path(kind: RecordKind | "lock", key: string): Promise<string> {
    this.#ready ??= prepareDirectory(this.#directory);
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = undefined;
      throw error;
    }
    const hash = createHash("sha256").update(`${kind} ${key}`).digest("base64url");
    return join(this.#directory, `${kind}-${hash}${kind === "lock" ? "" : ".json"}`);
  }
}
