import type {
  CacheClient,
  CacheLoad,
  CacheRequest,
  ConnectionCache,
  JsonRpcNotification,
} from "@snodo/protocol";
import type { CacheCore } from "./core.ts";
import type { Namespace } from "./entries/namespaces.ts";
import { type Flight, tagFor } from "./entries/tag.ts";
import { staleTags } from "./reads/invalidation.ts";
import { type KeyRules, keyOf, keyRules, tagOf } from "./reads/key.ts";
import { Partitions } from "./reads/partition.ts";
import { type Read, runRead } from "./reads/read.ts";

/** A flight that equal reads may wait for. */
interface Shareable {
  readonly flight: Flight;
  readonly promise: Promise<unknown>;
}

/** The cache as one connection sees it. */
export class AttachedCache implements ConnectionCache {
  readonly #core: CacheCore;
  readonly #client: CacheClient;
  readonly #namespace: Namespace;
  readonly #publicPrefix: string;
  readonly #rules: KeyRules;
  readonly #partitions: Partitions;
  readonly #flights = new Map<string, Shareable>();
  readonly #reads = new Set<Read>();
  #detached = false;

  constructor(core: CacheCore, client: CacheClient) {
    this.#core = core;
    this.#client = client;
    this.#namespace = core.namespaces.retain(client);
    this.#publicPrefix = `${this.#namespace.id}|`;
    this.#rules = keyRules(client.revision);
    this.#partitions = new Partitions(client, this.#publicPrefix);
  }

  read(request: CacheRequest, load: () => Promise<CacheLoad>): unknown {
    const key = request.mode === "bypass" || this.#detached ? undefined : keyOf(this.#rules, request);
    if (key === undefined) return resultOf(load);
    if (request.mode === "use") {
      const hit = this.#core.fresh(this.#publicPrefix + key);
      if (hit !== undefined) return this.#hit(hit.value);
    }
    const partition = this.#partitions.current();
    return partition instanceof Promise
      ? partition.then((settled) => this.#readIn(settled, key, request, load))
      : this.#readIn(partition, key, request, load);
  }

  invalidate(notification: JsonRpcNotification): void {
    for (const tag of staleTags(notification)) this.#drop(tag);
  }

  dropPages(method: string): void {
    this.#drop(method);
  }

  detach(): void {
    if (this.#detached) return;
    this.#detached = true;
    for (const { flight } of this.#reads) flight.stale = true;
    this.#partitions.end();
    this.#core.namespaces.release(this.#namespace);
  }

  #readIn(
    prefix: string | undefined,
    key: string,
    request: CacheRequest,
    load: () => Promise<CacheLoad>,
  ): unknown {
    if (request.mode === "use") {
      const hit = prefix === undefined ? undefined : this.#core.fresh(prefix + key);
      if (hit !== undefined) return this.#hit(hit.value);
      const under = this.#flights.get(`${prefix ?? ""}${key}`);
      if (under !== undefined && !under.flight.stale && request.limited !== true) {
        this.#core.counts.joined += 1;
        return under.promise;
      }
    }
    return this.#start(prefix, key, request, load);
  }

  #start(
    prefix: string | undefined,
    key: string,
    request: CacheRequest,
    load: () => Promise<CacheLoad>,
  ): Promise<unknown> {
    const name = `${prefix ?? ""}${key}`;
    const tag = tagFor(this.#namespace.endpoint, tagOf(key));
    // Whatever an equal read was told before this one was asked to fetch afresh is older.
    if (request.mode === "refresh")
      for (const other of tag.flights) if (other.name === name) other.stale = true;
    const flight: Flight = { order: this.#core.nextOrder(), name, stale: this.#detached };
    tag.flights.add(flight);
    const read: Read = {
      core: this.#core,
      client: this.#client,
      namespace: this.#namespace,
      partitions: this.#partitions,
      publicKey: this.#publicPrefix + key,
      privateKey: prefix === undefined ? undefined : prefix + key,
      request,
      key,
      tag,
      flight,
    };
    this.#reads.add(read);
    const promise = runRead(read, load).finally(() => {
      this.#reads.delete(read);
      if (this.#flights.get(name)?.flight === flight) this.#flights.delete(name);
      tag.flights.delete(flight);
      this.#core.letGo(tag);
    });
    if (request.solo !== true) this.#flights.set(name, { flight, promise });
    return promise;
  }

  #drop(tag: string): void {
    const { endpoint } = this.#namespace;
    this.#core.dropNamed(endpoint, tag);
    if (this.#client.scope?.shared === true) {
      this.#core.shared?.invalidate(endpoint, tag, this.#client.diagnostics);
    }
  }

  #hit(value: unknown): unknown {
    this.#core.counts.hits += 1;
    return value;
  }
}

async function resultOf(load: () => Promise<CacheLoad>): Promise<unknown> {
  const { result } = await load();
  return result;
}
