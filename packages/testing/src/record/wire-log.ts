import type { RecordedError } from "./recorded-error.ts";

/** One thing that happened on the wire. `call` numbers the request it belongs to, over all connections. */
export type WireEntry = { readonly at: number; readonly connection: number } & (
  | { readonly type: "open" }
  | { readonly type: "request"; readonly call: number; readonly message: unknown }
  | { readonly type: "notification"; readonly call?: number | undefined; readonly message: unknown }
  | {
      readonly type: "server_request";
      readonly call?: number | undefined;
      readonly message: unknown;
    }
  | { readonly type: "server_answer"; readonly call?: number | undefined; readonly message: unknown }
  | { readonly type: "response"; readonly call: number; readonly message: unknown }
  | { readonly type: "failure"; readonly call: number; readonly error: RecordedError }
  | { readonly type: "cancel"; readonly call: number; readonly reason: unknown }
  | { readonly type: "client_notification"; readonly message: unknown }
  | { readonly type: "open_failed"; readonly error: RecordedError }
  | { readonly type: "lost"; readonly error: RecordedError }
  | { readonly type: "close" }
);

/** A wire log that can be stored as JSON and replayed. */
export interface Recording {
  readonly version: 1;
  readonly kind: string;
  readonly label: string;
  /** How many entries were dropped from its start, because the log is bounded. */
  readonly dropped: number;
  readonly entries: readonly WireEntry[];
}

/** The last things that happened on the wire. */
export class WireLog {
  readonly #limit: number;
  readonly #clean: (value: unknown) => unknown;
  #entries: WireEntry[] = [];
  #dropped = 0;

  constructor(limit: number, clean: (value: unknown) => unknown) {
    this.#limit = limit;
    this.#clean = clean;
  }

  get entries(): readonly WireEntry[] {
    return this.#entries;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Keeps an entry, without its secrets. */
  add(entry: WireEntry): void {
    this.#entries.push(this.#clean(entry) as WireEntry);
    if (this.#entries.length <= this.#limit * 2) return;
    // Cut seldom and in one go, so that a long recording costs the same per entry.
    this.#dropped += this.#entries.length - this.#limit;
    this.#entries = this.#entries.slice(-this.#limit);
  }

  clear(): void {
    this.#entries = [];
    this.#dropped = 0;
  }
}
