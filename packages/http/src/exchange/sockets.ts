import type { Client, Dispatcher } from "undici";

/** A request that uses a socket. */
export interface SocketUser extends Dispatcher.DispatchHandler {
  /** Nobody wants it any more. */
  readonly over: boolean;
  /** Set while it has a socket; to be left once, when the response is complete or has failed. */
  seat: Seat | undefined;
  onResponseError(controller: unknown, error: Error): void;
}

/** The place of a request on a socket: one for each, so that a request costs none. */
export interface Seat {
  readonly client: Client;
  /** @param reusable - false when the socket is of no more use */
  leave(reusable: boolean): void;
}

/** What makes and names sockets. */
export interface SocketsOptions {
  readonly connections: number;
  /** A client of undici, which keeps one socket to the origin. */
  readonly make: () => Client;
  /** The error of what still waits when all is destroyed. */
  readonly destroyed: () => Error;
}

interface Waiting {
  readonly options: Dispatcher.DispatchOptions;
  readonly user: SocketUser;
}

/**
 * Sockets to one origin, one request at a time on each; the one that was used last is used next, so that those a burst
 * needed are closed again for being idle.
 *
 * Not undici's `Pool`: that lets a socket rest for a turn of the loop after a response and opens another one meanwhile,
 * so that one call after the other has two, with two TLS handshakes; it keeps what a burst opened; and its queue takes
 * 16 kB from the start, which is most of what an idle connection of this library weighs.
 */
export class Sockets {
  readonly #options: SocketsOptions;
  readonly #all = new Set<Client>();
  readonly #free: Seat[] = [];
  readonly #waiting: Waiting[] = [];
  /** Those that are being closed on their own. */
  readonly #leaving = new Set<Promise<void>>();
  #drained: (() => void) | undefined;

  constructor(options: SocketsOptions) {
    this.#options = options;
  }

  /** Sends a request as soon as there is a socket for it, in the order they come. */
  dispatch(options: Dispatcher.DispatchOptions, user: SocketUser): void {
    // Not before those that wait: a seat that is free now is about to be theirs.
    const seat = this.#waiting.length > 0 ? undefined : (this.#free.pop() ?? this.#another());
    if (seat === undefined) this.#waiting.push({ options, user });
    else send(seat, options, user);
  }

  /** Resolves when everything that was asked for is over, and the sockets are closed. */
  async close(): Promise<void> {
    if (this.#waiting.length > 0) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
    }
    await Promise.all([...[...this.#all].map((client) => client.close()), ...this.#leaving]);
  }

  /** Cuts what is under way. */
  async destroy(): Promise<void> {
    for (const { user } of this.#waiting.splice(0))
      user.onResponseError(undefined, this.#options.destroyed());
    this.#drained?.();
    await Promise.all([...[...this.#all].map((client) => client.destroy()), ...this.#leaving]);
  }

  #another(): Seat | undefined {
    if (this.#all.size >= this.#options.connections) return undefined;
    const client = this.#options.make();
    const seat = { client, leave: (reusable: boolean): void => this.#left(seat, reusable) };
    this.#all.add(client);
    // Idle for too long, or closed by the server: undici would connect again, but nobody may ever need it.
    client.on("disconnect", () => {
      const index = this.#free.indexOf(seat);
      if (index === -1) return;
      this.#free.splice(index, 1);
      this.#forget(client);
    });
    return seat;
  }

  #left(seat: Seat, reusable: boolean): void {
    if (reusable) this.#free.push(seat);
    else this.#forget(seat.client);
    // Not within a callback of the client.
    if (this.#waiting.length > 0) queueMicrotask(() => this.#next());
  }

  #next(): void {
    while (this.#waiting[0]?.user.over === true) this.#waiting.shift();
    const next = this.#waiting[0];
    const seat = next && (this.#free.pop() ?? this.#another());
    if (next !== undefined && seat !== undefined) {
      this.#waiting.shift();
      send(seat, next.options, next.user);
    }
    if (this.#waiting.length === 0) this.#drained?.();
  }

  #forget(client: Client): void {
    this.#all.delete(client);
    // Later: it may be in the middle of telling that its request has failed.
    const gone = Promise.resolve().then(() => client.destroy());
    this.#leaving.add(gone);
    void gone.finally(() => this.#leaving.delete(gone));
  }
}

function send(seat: Seat, options: Dispatcher.DispatchOptions, user: SocketUser): void {
  user.seat = seat;
  seat.client.dispatch(options, user);
}
