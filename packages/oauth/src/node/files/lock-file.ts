import { randomUUID } from "node:crypto";
import { open, readFile, readlink, stat, unlink, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { kill, pid } from "node:process";
import { isObject } from "@snodo/protocol";
import { codeOf } from "./problem.ts";

/** Who holds a lock. */
export interface LockOwner {
  readonly pid: number;
  /** The machine, and within it the space its process ids are counted in. */
  readonly host: string;
  readonly nonce: string;
}

/** A lock that exists: its owner, where that can be read, and how old its last sign of life is. */
export interface LockState {
  readonly owner: LockOwner | undefined;
  readonly age: number;
}

/** How long without a sign of life before a lock counts as left behind, in milliseconds. */
const STALE_AFTER = 30_000;
/** The same for a file without an owner in it: its maker died between two calls. */
const STALE_WITHOUT_OWNER = 5_000;
/** The same for the mark of whoever removes a lock that was left behind, which takes them no time. */
const STALE_TAKEOVER = 10_000;

let place: Promise<string> | undefined;

/** This machine, told apart from a container on it that counts process ids for itself. */
function here(): Promise<string> {
  place ??= readlink("/proc/self/ns/pid").then(
    (space) => `${hostname()} ${space}`,
    () => hostname(),
  );
  return place;
}

/**
 * Makes a lock file, if there is none.
 *
 * @param path - the file
 * @returns its owner, or undefined when somebody else has it
 */
export async function createLock(path: string): Promise<LockOwner | undefined> {
  const owner: LockOwner = { pid, host: await here(), nonce: randomUUID() };
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(JSON.stringify(owner));
    } finally {
      await file.close();
    }
    return owner;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return undefined;
    throw error;
  }
}

/** Reads a lock; undefined when there is none. */
export async function readLock(path: string): Promise<LockState | undefined> {
  try {
    const [text, status] = await Promise.all([readFile(path, "utf8"), stat(path)]);
    return { owner: ownerOf(text), age: Date.now() - status.mtimeMs };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Shows that the owner is alive. */
export async function touchLock(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now);
}

/** Removes a lock, if it still is this owner's. */
export async function removeLock(path: string, owner: LockOwner): Promise<void> {
  const state = await readLock(path);
  if (state?.owner?.nonce === owner.nonce) await unlinkIfThere(path);
}

/** Says whether a lock was left behind: its process is gone, or gave no sign of life for too long. */
export async function isStale({ owner, age }: LockState): Promise<boolean> {
  if (age > STALE_AFTER) return true;
  if (owner === undefined) return age > STALE_WITHOUT_OWNER;
  return owner.host === (await here()) && !isAlive(owner.pid);
}

/**
 * Removes a lock that was left behind. Of several who found it, one does so, and looks again first: the lock that is
 * there now may be another's.
 *
 * @param path - the lock
 */
export async function takeOver(path: string): Promise<void> {
  const mark = `${path}.takeover`;
  const mine = await createLock(mark);
  if (mine === undefined) {
    const other = await readLock(mark);
    if (other !== undefined && other.age > STALE_TAKEOVER) await unlinkIfThere(mark);
    return;
  }
  try {
    const state = await readLock(path);
    if (state !== undefined && (await isStale(state))) await unlinkIfThere(path);
  } finally {
    await removeLock(mark, mine);
  }
}

async function unlinkIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

function ownerOf(text: string): LockOwner | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return undefined;
    const { pid: process, host, nonce } = value;
    if (typeof process !== "number" || typeof host !== "string" || typeof nonce !== "string")
      return undefined;
    return { pid: process, host, nonce };
  } catch {
    return undefined;
  }
}

function isAlive(process: number): boolean {
  try {
    kill(process, 0);
    return true;
  } catch (error) {
    // It is there, and belongs to another user.
    return codeOf(error) === "EPERM";
  }
}
