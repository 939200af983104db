/** Numbers that only grow, and promises for them to have grown. */
export class Counters {
  readonly #values = new Map<string, number>();
  readonly #waiting = new Set<{ name: string; least: number; resolve: () => void }>();

  add(name: string): void {
    const value = this.get(name) + 1;
    this.#values.set(name, value);
    for (const entry of this.#waiting) {
      if (entry.name !== name || entry.least > value) continue;
      this.#waiting.delete(entry);
      entry.resolve();
    }
  }

  get(name: string): number {
    return this.#values.get(name) ?? 0;
  }

  /** Resolves once a number is at least this. */
  reach(name: string, least: number): Promise<void> {
    if (this.get(name) >= least) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.add({ name, least, resolve }));
  }
}
