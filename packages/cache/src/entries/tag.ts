/** A read that is under way. */
export interface Flight {
  /** Says which of two reads asked later. */
  readonly order: number;
  /** What is asked, and with which credentials: equal reads have equal names. */
  readonly name: string;
  /** True when something made its answer too old to be stored, or to be waited for. */
  stale: boolean;
}

/** What is invalidated together: the pages of one list of one endpoint, or the reads of one resource. */
export interface Tag {
  readonly name: string;
  readonly endpoint: Endpoint;
  /** Keys of the entries that carry it. */
  readonly keys: Set<string>;
  readonly flights: Set<Flight>;
  /** Its name in a shared store, once it was worked out. */
  digest: string | undefined;
}

/** One server, for all connections to it. */
export interface Endpoint {
  readonly text: string;
  /** Only tags that something carries. */
  readonly tags: Map<string, Tag>;
}

/**
 * Finds a tag of an endpoint, or makes it.
 *
 * @param endpoint - the server
 * @param name - what the tag stands for
 */
export function tagFor(endpoint: Endpoint, name: string): Tag {
  let tag = endpoint.tags.get(name);
  if (tag === undefined) {
    tag = { name, endpoint, keys: new Set(), flights: new Set(), digest: undefined };
    endpoint.tags.set(name, tag);
  }
  return tag;
}

/**
 * Forgets a tag that nothing carries any more.
 *
 * @param tag - a tag that just lost a key or a flight
 * @returns true when it is gone
 */
export function forgetIdle(tag: Tag): boolean {
  if (tag.keys.size > 0 || tag.flights.size > 0) return false;
  return tag.endpoint.tags.get(tag.name) === tag && tag.endpoint.tags.delete(tag.name);
}
