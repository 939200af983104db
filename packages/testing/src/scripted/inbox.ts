/** What arrived and was not taken yet, in order. */
export class Inbox<T> {
  readonly #items: T[] = [];
  readonly #takers: { resolve: (item: T) => void; reject: (error: unknown) => void }[] = [];
  #failure: Error | undefined;

  /** What nobody took. */
  get left(): readonly T[] {
    return this.#items;
  }

  put(item: T): void {
    const taker = this.#takers.shift();
    if (taker === undefined) this.#items.push(item);
    else taker.resolve(item);
  }

  /** The next item, when there is one. */
  take(): Promise<T> {
    const item = this.#items.shift();
    if (item !== undefined) return Promise.resolve(item);
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => this.#takers.push({ resolve, reject }));
  }

  /** Nothing more will come: those who wait, and later ones, are told. */
  fail(error: Error): void {
    this.#failure = error;
    for (const taker of this.#takers.splice(0)) taker.reject(error);
  }
}
