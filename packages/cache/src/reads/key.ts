import { type CacheRequest, catalogOf, type Revision } from "@snodo/protocol";

/** Longer cursors and URIs are not worth a place in a key. */
const MAX_PARAM = 64 * 1024;

/** What the key of a request is made of, by method. */
export type KeyRules = ReadonlyMap<string, "uri" | "cursor" | "none">;

/**
 * The methods of a revision whose results may be cached, and the param that belongs to their key.
 *
 * Spec: 2026-07-28 server/utilities/caching, Cache Key.
 *
 * @param revision - what the connection speaks
 */
export function keyRules(revision: Revision): KeyRules {
  const rules = new Map<string, "uri" | "cursor" | "none">();
  for (const { method, cacheable } of catalogOf(revision).clientRequests.values()) {
    if (!cacheable) continue;
    if (method === "resources/read") rules.set(method, "uri");
    else rules.set(method, method === "server/discover" ? "none" : "cursor");
  }
  return rules;
}

/**
 * The part of a key that the request makes up: its method, then the URI or the cursor. The first page has no cursor,
 * which is not the cursor `""`.
 *
 * @param rules - from {@link keyRules}
 * @param request - what is asked
 * @returns the part, or undefined when the request is not one to cache
 */
export function keyOf(rules: KeyRules, { method, params }: CacheRequest): string | undefined {
  const rule = rules.get(method);
  if (rule === undefined) return undefined;
  let found: string | undefined;
  for (const name in params) {
    const value = params[name];
    if (value === undefined) continue;
    if (name !== rule || typeof value !== "string" || value.length > MAX_PARAM) return undefined;
    found = value;
  }
  if (found === undefined) return rule === "uri" ? undefined : method;
  return `${method}\n${found}`;
}

/**
 * What an entry is invalidated by: the list it is a page of, or the resource it is a read of.
 *
 * @param key - from {@link keyOf}
 */
export function tagOf(key: string): string {
  if (key.startsWith("resources/read\n")) return key;
  const end = key.indexOf("\n");
  return end === -1 ? key : key.slice(0, end);
}
