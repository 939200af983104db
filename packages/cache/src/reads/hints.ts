import { dialectOf, isObject, own, type Revision } from "@snodo/protocol";

/** How long and by whom a result may be reused. */
export interface Hints {
  /** Milliseconds from receipt; a positive integer. */
  readonly ttlMs: number;
  readonly scope: "public" | "private";
}

/**
 * Reads whether a result may be stored: complete, with a positive `ttlMs` and a known `cacheScope`.
 *
 * Spec: 2026-07-28 server/utilities/caching. A negative, fractional or otherwise malformed `ttlMs` counts as 0, and
 * where the scope is missing nothing is stored, since no default is safe.
 *
 * @param revision - what the connection speaks
 * @param method - the request's method
 * @param result - as the server sent it
 * @returns the hints, or undefined when it is not to be stored
 */
export function readHints(revision: Revision, method: string, result: unknown): Hints | undefined {
  if (!isObject(result) || dialectOf(revision).readResult(method, result).type !== "complete")
    return undefined;
  const ttlMs = own(result, "ttlMs");
  const scope = own(result, "cacheScope");
  if (typeof ttlMs !== "number" || !Number.isSafeInteger(ttlMs) || ttlMs <= 0) return undefined;
  return scope === "public" || scope === "private" ? { ttlMs, scope } : undefined;
}
