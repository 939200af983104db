import type { RequestId } from "../rpc/messages.ts";

/** How many places a new table has: enough for what most connections have in flight. */
const PLACES = 64;
/** Where growing stops; what collides beyond is found in the map. */
const MOST_PLACES = 65_536;

/**
 * What is in flight, by request id. Integers that are counted up, as this library's are, each find a place of their
 * own; a colliding one, and a text, goes into a map.
 *
 * Not a `Map` alone, for the reason given at {@link Slots}.
 */
export class IdTable<T extends { readonly request: { readonly id: RequestId } }> {
  #places: (T | undefined)[] = new Array<T | undefined>(PLACES).fill(undefined);
  readonly #others = new Map<RequestId, T>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Takes one in; one with the same id is replaced. */
  add(item: T): void {
    const { id } = item.request;
    const before = this.get(id);
    if (before !== undefined) this.remove(before);
    this.#size += 1;
    const place = this.#place(id);
    if (place !== undefined && this.#places[place] === undefined) {
      this.#places[place] = item;
      return;
    }
    this.#others.set(id, item);
    if (this.#others.size * 2 > this.#places.length) this.#grow();
  }

  /** The one with this id; an id that is no id finds nothing. */
  get(id: unknown): T | undefined {
    const place = this.#place(id);
    const there = place === undefined ? undefined : this.#places[place];
    if (there !== undefined && there.request.id === id) return there;
    return this.#others.size === 0 ? undefined : this.#others.get(id as RequestId);
  }

  /** Lets one go; says whether it was there. */
  remove(item: T): boolean {
    const { id } = item.request;
    if (this.get(id) !== item) return false;
    const place = this.#place(id);
    if (place !== undefined && this.#places[place] === item) this.#places[place] = undefined;
    else this.#others.delete(id);
    this.#size -= 1;
    return true;
  }

  /** All there are, oldest id first as far as they are integers. */
  all(): T[] {
    const inPlace = this.#places.filter((item) => item !== undefined);
    return [...inPlace, ...this.#others.values()].sort((a, b) => Number(a.request.id) - Number(b.request.id));
  }

  /** Lets everything go. */
  clear(): void {
    this.#places.fill(undefined);
    this.#others.clear();
    this.#size = 0;
  }

  #place(id: unknown): number | undefined {
    return Number.isInteger(id) && (id as number) >= 0 ? (id as number) % this.#places.length : undefined;
  }

  #grow(): void {
    if (this.#places.length >= MOST_PLACES) return;
    const items = this.all();
    this.#places = new Array<T | undefined>(this.#places.length * 4).fill(undefined);
    this.#others.clear();
    this.#size = 0;
    for (const item of items) this.add(item);
  }
}
