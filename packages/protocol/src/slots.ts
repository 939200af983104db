/**
 * The things that are under way: they come and go all the time, and are looked through seldom.
 *
 * Places that are used again, not a `Set` or a `Map`: one that is filled and emptied all the time leaves behind tables
 * which keep what was in them until the next full collection, and that alone doubles the cost of a small call.
 */
export class Slots<T> {
  readonly #items: (T | undefined)[] = [];
  readonly #free: number[] = [];

  /** How many there are. */
  get size(): number {
    return this.#items.length - this.#free.length;
  }

  /**
   * Takes one in.
   *
   * @returns where it is, for {@link remove}
   */
  add(item: T): number {
    const slot = this.#free.pop();
    if (slot === undefined) return this.#items.push(item) - 1;
    this.#items[slot] = item;
    return slot;
  }

  /** Lets one go; harmless when it is not there any more. */
  remove(slot: number, item: T): void {
    if (item === undefined || this.#items[slot] !== item) return;
    this.#items[slot] = undefined;
    this.#free.push(slot);
  }

  /** The first that fits. */
  find(fits: (item: T) => boolean): T | undefined {
    return this.#items.find((item) => item !== undefined && fits(item));
  }

  /** Those that are there now. */
  all(): T[] {
    return this.#items.filter((item) => item !== undefined);
  }
}
