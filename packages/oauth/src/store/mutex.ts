import { orAborted } from "../deadline.ts";
import type { OAuthStore } from "./port.ts";

/**
 * Makes a `withLock` for one process: holders of the same key run one after the other.
 *
 * @returns the function; keys nobody waits for take no memory
 */
export function keyedMutex(): OAuthStore["withLock"] {
  const tails = new Map<string, Promise<void>>();
  return async (key, run, options) => {
    const before = tails.get(key) ?? Promise.resolve();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const tail = before.then(() => held);
    tails.set(key, tail);
    try {
      await orAborted(before, options?.signal);
      return await run(new AbortController().signal);
    } finally {
      release();
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
}
