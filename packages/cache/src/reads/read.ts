import { type CacheClient, type CacheLoad, type CacheRequest, isMcpError, isObject } from "@snodo/protocol";
import type { CacheCore } from "../core.ts";
import type { Namespace } from "../entries/namespaces.ts";
import type { Flight, Tag } from "../entries/tag.ts";
import type { SharedKey } from "../shared/shared-store.ts";
import { deepFreeze } from "./freeze.ts";
import { type Hints, readHints } from "./hints.ts";
import { type JsonText, jsonText, utf8Length } from "./json-text.ts";
import type { Partitions } from "./partition.ts";

/** One read that was not answered from memory. */
export interface Read {
  readonly core: CacheCore;
  readonly client: CacheClient;
  readonly namespace: Namespace;
  readonly partitions: Partitions;
  readonly publicKey: string;
  /** Undefined where private results are not stored. */
  readonly privateKey: string | undefined;
  readonly request: CacheRequest;
  readonly key: string;
  readonly tag: Tag;
  readonly flight: Flight;
}

/** What the shared store has to do with a read. */
interface Shared {
  readonly name: SharedKey;
  /** The mark of the tag before anything was sent; undefined when the store could not be asked. */
  readonly mark: string | undefined;
}

/**
 * Answers a read from the shared store or from the server, and stores what may be stored.
 *
 * @param read - what is asked
 * @param load - sends the request
 */
export async function runRead(read: Read, load: () => Promise<CacheLoad>): Promise<unknown> {
  const { core, client, request, flight } = read;
  let shared: Shared | undefined;
  if (core.shared !== undefined && client.scope?.shared === true) {
    const name = await core.shared.name(read.namespace, read.key, read.tag);
    const answer = await core.shared.read(name, client.diagnostics);
    const found = request.mode === "use" && !flight.stale ? answer?.entry : undefined;
    const value = found === undefined ? undefined : fromStore(read, found);
    if (value !== undefined) return value;
    shared = { name, mark: answer?.mark };
  }
  core.counts.loads += 1;
  let loaded: CacheLoad;
  try {
    loaded = await load();
  } catch (error) {
    const unreachable = request.mode === "use" && isMcpError(error) && error.kind === "transport";
    const stale = unreachable ? core.stale(read.publicKey, read.privateKey) : undefined;
    if (stale === undefined) throw error;
    return stale.value;
  }
  const received = core.settings.clock.now();
  const value = deepFreeze(loaded.result);
  if (loaded.storable && !flight.stale) await store(read, value, received, shared);
  return value;
}

/** Takes an entry of the shared store into memory; undefined when it is unusable. */
function fromStore(read: Read, found: { readonly value: string; readonly ttlMs: number }): unknown {
  let value: unknown;
  try {
    value = JSON.parse(found.value);
  } catch {
    // Written by something else: as good as nothing.
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { core } = read;
  core.counts.storeHits += 1;
  deepFreeze(value);
  const expires = core.settings.clock.now() + found.ttlMs;
  keep(read, read.publicKey, { value, expires, shared: true }, utf8Length(found.value));
  return value;
}

async function store(
  read: Read,
  value: unknown,
  received: number,
  shared: Shared | undefined,
): Promise<void> {
  const { client, request, flight } = read;
  const hints = readHints(client.revision, request.method, value);
  const json = hints === undefined ? undefined : jsonText(value);
  if (hints === undefined || json === undefined) {
    // The server gave this answer no time to live: what it said before is over, too.
    supersede(read, shared, true, true);
    return;
  }
  const kept = { value, expires: received + hints.ttlMs };
  if (hints.scope === "public") {
    supersede(read, undefined, false, true);
    keep(read, read.publicKey, { ...kept, shared: shared !== undefined }, json.bytes);
    share(read, hints, json, shared);
    return;
  }
  supersede(read, shared, true, false);
  // The credentials may have been renewed on the way: then nobody knows whose answer this is.
  const prefix = read.privateKey === undefined ? undefined : await read.partitions.current();
  if (prefix === undefined || prefix + read.key !== read.privateKey || flight.stale) return;
  keep(read, read.privateKey, { ...kept, shared: false }, json.bytes);
}

/** Forgets what an earlier read of the same brought. */
function supersede(read: Read, shared: Shared | undefined, ofAll: boolean, ofThese: boolean): void {
  const { core, flight } = read;
  if (ofAll) core.entries.supersede(read.publicKey, flight.order);
  if (ofThese && read.privateKey !== undefined) core.entries.supersede(read.privateKey, flight.order);
  // Otherwise the store was just seen to have none.
  if (shared !== undefined && read.request.mode === "refresh") {
    core.shared?.remove(shared.name, read.client.diagnostics);
  }
}

function keep(
  read: Read,
  key: string,
  kept: { readonly value: unknown; readonly expires: number; readonly shared: boolean },
  bytes: number,
): void {
  const { core, namespace, tag, flight } = read;
  // Without news of invalidations the store is asked each time.
  if (kept.shared && core.shared?.live !== true) return;
  core.store(namespace, key, { ...kept, tag, order: flight.order }, bytes);
}

function share(read: Read, { ttlMs }: Hints, { text, bytes }: JsonText, shared: Shared | undefined): void {
  const { core, client } = read;
  if (shared?.mark === undefined || bytes > core.settings.maxBytes) return;
  core.shared?.write(shared.name, { value: text, ttlMs, bytes, mark: shared.mark }, client.diagnostics);
}
