import { setTimeout as pause } from "node:timers/promises";
import { keyedMutex } from "../../store/mutex.ts";
import type { OAuthStore } from "../../store/port.ts";
import {
  createLock,
  isStale,
  type LockOwner,
  readLock,
  removeLock,
  takeOver,
  touchLock,
} from "./lock-file.ts";
import { codeOf, storeError } from "./problem.ts";

/** How long to wait for another process, in milliseconds. */
const MAX_WAIT = 20_000;
const HEARTBEAT = 5_000;
const MIN_PAUSE = 15;
const MAX_PAUSE = 200;

/**
 * Makes a `withLock` that excludes other processes too: a file that exists while the lock is held, and is touched so
 * that a lock of a process that died can be told from one that is held for long.
 *
 * @param pathOf - the lock file of a key
 */
export function fileLock(pathOf: (key: string) => Promise<string>): OAuthStore["withLock"] {
  // Within the process nobody has to poll.
  const mutex = keyedMutex();
  return (key, run, options) =>
    mutex(
      key,
      async () => {
        const path = await pathOf(key);
        const owner = await acquire(path, options?.signal);
        return hold(path, owner, run);
      },
      options,
    );
}

async function acquire(path: string, signal: AbortSignal | undefined): Promise<LockOwner> {
  const deadline = performance.now() + MAX_WAIT;
  for (let wait = MIN_PAUSE; ; wait = Math.min(MAX_PAUSE, wait * 1.5)) {
    const owner = await createLock(path);
    if (owner !== undefined) return owner;
    const state = await readLock(path);
    if (state === undefined) continue;
    if (await isStale(state)) {
      await takeOver(path);
      continue;
    }
    if (performance.now() > deadline) throw stillHeld(state.owner);
    // Not all at once: whoever waits should not find the others waiting at the same moment.
    await pause(wait * (0.5 + Math.random()), undefined, signal === undefined ? {} : { signal }).catch(() => {
      throw signal?.reason;
    });
  }
}

async function hold<T>(path: string, owner: LockOwner, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const lost = new AbortController();
  const beat = setInterval(() => {
    keepAlive(path, owner, lost).catch(() => undefined);
  }, HEARTBEAT);
  beat.unref();
  try {
    return await run(lost.signal);
  } finally {
    clearInterval(beat);
    await removeLock(path, owner);
  }
}

/** This process may have stood still for so long that another one took over. */
async function keepAlive(path: string, owner: LockOwner, lost: AbortController): Promise<void> {
  try {
    const state = await readLock(path);
    if (state?.owner?.nonce !== owner.nonce) {
      lost.abort(storeError("The lock on the OAuth store was lost.", "lock_lost", true));
      return;
    }
    await touchLock(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT")
      lost.abort(storeError("The lock on the OAuth store was lost.", "lock_lost", true));
  }
}

function stillHeld(owner: LockOwner | undefined): Error {
  const who = owner === undefined ? "another process" : `process ${owner.pid}`;
  return storeError(
    `The OAuth store has been locked by ${who} for more than ${MAX_WAIT / 1000} s. Try again later.`,
    "locked",
    true,
  );
}
