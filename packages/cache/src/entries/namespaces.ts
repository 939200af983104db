import type { CacheClient } from "@snodo/protocol";
import type { Endpoint } from "./tag.ts";

/** What public results are shared within: one endpoint, revision and client metadata. */
export interface Namespace {
  /** Begins the key of each of its entries. Never given out again. */
  readonly id: string;
  /** The same for every process that means the same server and client; see `shared/digest.ts`. */
  readonly text: string;
  readonly endpoint: Endpoint;
}

interface Counted<T> {
  readonly value: T;
  /** Connections and entries that need it. */
  uses: number;
}

/** Hands out namespaces, and forgets those that neither a connection nor an entry needs. */
export class Namespaces {
  readonly #known = new Map<string, Counted<Namespace>>();
  readonly #endpoints = new Map<string, Counted<Endpoint>>();
  readonly #sources = new WeakMap<object, number>();
  #count = 0;

  /** How many there are. */
  get size(): number {
    return this.#known.size;
  }

  /**
   * Finds the namespace of a connection, or makes it. To be given back with {@link release}.
   *
   * @param client - what the client says about itself
   */
  retain(client: CacheClient): Namespace {
    const where = this.#endpointText(client);
    const text = JSON.stringify([where, client.revision, client.metadata]);
    const known = this.#known.get(text);
    if (known !== undefined) {
      known.uses += 1;
      return known.value;
    }
    const endpoint = this.#endpoints.get(where) ?? { value: { text: where, tags: new Map() }, uses: 0 };
    endpoint.uses += 1;
    this.#endpoints.set(where, endpoint);
    this.#count += 1;
    const value = { id: String(this.#count), text, endpoint: endpoint.value };
    this.#known.set(text, { value, uses: 1 });
    return value;
  }

  /** Keeps a namespace for as long as an entry of it exists. */
  keep(namespace: Namespace): void {
    const known = this.#known.get(namespace.text);
    if (known?.value === namespace) known.uses += 1;
  }

  /** Gives a namespace back. */
  release(namespace: Namespace): void {
    const known = this.#known.get(namespace.text);
    if (known?.value !== namespace) return;
    known.uses -= 1;
    if (known.uses > 0) return;
    this.#known.delete(namespace.text);
    const endpoint = this.#endpoints.get(namespace.endpoint.text);
    if (endpoint === undefined) return;
    endpoint.uses -= 1;
    if (endpoint.uses === 0) this.#endpoints.delete(namespace.endpoint.text);
  }

  /** Without a scope only the transport object says that two connections have the same server. */
  #endpointText({ scope, source }: CacheClient): string {
    if (scope !== undefined) return `scope ${scope.endpoint}`;
    let number = source === undefined ? undefined : this.#sources.get(source);
    if (number === undefined) {
      this.#count += 1;
      number = this.#count;
      if (source !== undefined) this.#sources.set(source, number);
    }
    return `source ${number}`;
  }
}
