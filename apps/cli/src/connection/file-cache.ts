import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CacheStore, isObject, type StoreAnswer, type StoreEntry } from "@snodo/protocol";
import type { Surroundings } from "../targets/config-places.ts";

/** The name of the file that holds the mark of a tag. */
const MARK = "mark";

/** An entry as it is on disk. */
interface StoredEntry {
  readonly mark: string;
  /** Epoch milliseconds. */
  readonly expires: number;
  readonly value: string;
}

/**
 * Keeps public results in files, so that the next command need not ask for them again: a folder for each tag, a file
 * for each entry. An entry names the mark it was stored under; it counts while that is the mark of its tag.
 *
 * @param folder - where
 * @param now - epoch milliseconds
 */
export function fileCacheStore(folder: string, now: () => number = Date.now): CacheStore {
  return new FileCacheStore(folder, now);
}

/**
 * Where results are kept.
 *
 * @param around - where this runs
 */
export function cacheFolder({ platform, home, env }: Surroundings): string {
  if (platform === "darwin") return join(home, "Library", "Caches", "snodo");
  if (platform === "win32")
    return join(env["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "snodo", "cache");
  return join(env["XDG_CACHE_HOME"] ?? join(home, ".cache"), "snodo");
}

class FileCacheStore implements CacheStore {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #swept = new Set<string>();

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  async get(key: string, tag: string): Promise<StoreAnswer> {
    const mark = await this.#mark(tag);
    const stored = await this.#read(this.#file(key, tag));
    const left = stored === undefined || stored.mark !== mark ? 0 : stored.expires - this.#now();
    return stored === undefined || left <= 0
      ? { mark }
      : { mark, entry: { value: stored.value, ttlMs: left } };
  }

  async set(key: string, tag: string, { value, ttlMs, mark }: StoreEntry): Promise<void> {
    if ((await this.#mark(tag)) !== mark) return;
    await this.#write(this.#file(key, tag), JSON.stringify({ mark, expires: this.#now() + ttlMs, value }));
    await this.#sweep(tag);
  }

  async delete(key: string, tag: string): Promise<void> {
    await rm(this.#file(key, tag), { force: true });
  }

  async invalidate(tag: string): Promise<void> {
    await this.#write(join(this.#tagFolder(tag), MARK), randomUUID());
  }

  async #mark(tag: string): Promise<string> {
    const file = join(this.#tagFolder(tag), MARK);
    const found = await textOf(file);
    if (found !== undefined) return found;
    await this.#prepare(tag);
    // Whoever is first decides: others must not give the tag another mark.
    await writeFile(file, randomUUID(), { flag: "wx", mode: 0o600 }).catch(() => undefined);
    return (await textOf(file)) ?? randomUUID();
  }

  async #read(file: string): Promise<StoredEntry | undefined> {
    const text = await textOf(file);
    if (text === undefined) return undefined;
    try {
      const stored: unknown = JSON.parse(text);
      return isStored(stored) ? stored : undefined;
    } catch {
      // A file somebody else wrote, or half of one: it is no entry.
      return undefined;
    }
  }

  /** Whole or not at all: another command may read at the same time. */
  async #write(file: string, text: string): Promise<void> {
    const temporary = `${file}.${randomUUID()}.tmp`;
    await mkdir(join(file, ".."), { recursive: true, mode: 0o700 });
    await writeFile(temporary, text, { mode: 0o600 });
    await rename(temporary, file);
  }

  /** Removes what is of no use any more, once a tag and a command. */
  async #sweep(tag: string): Promise<void> {
    if (this.#swept.has(tag)) return;
    this.#swept.add(tag);
    const folder = this.#tagFolder(tag);
    const mark = await this.#mark(tag);
    for (const name of (await readdir(folder)).filter((each) => each !== MARK && !each.endsWith(".tmp"))) {
      const stored = await this.#read(join(folder, name));
      if (stored?.mark !== mark || stored.expires <= this.#now())
        await rm(join(folder, name), { force: true });
    }
  }

  async #prepare(tag: string): Promise<void> {
    await mkdir(this.#tagFolder(tag), { recursive: true, mode: 0o700 });
  }

  #tagFolder(tag: string): string {
    return join(this.#folder, hash(tag));
  }

  #file(key: string, tag: string): string {
    return join(this.#tagFolder(tag), hash(key));
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function isStored(value: unknown): value is StoredEntry {
  return (
    isObject(value) &&
    typeof value["mark"] === "string" &&
    typeof value["expires"] === "number" &&
    typeof value["value"] === "string"
  );
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
