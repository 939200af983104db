import type { RequestId, Revision } from "@snodo/protocol";
import { HostSession } from "../hosts/host-session.ts";
import { Channel } from "./channel.ts";
import type { FetchHandlerOptions } from "./options.ts";

/** One session of the initialize era over HTTP. */
export class HttpSession {
  readonly id: string;
  readonly host: HostSession;
  /** What belongs to no request; carried by a GET. */
  readonly standalone: Channel;
  /** Requests under way, so that a notification can cancel them. */
  readonly running: Map<RequestId, AbortController> = new Map();
  /** What `initialize` settled. */
  revision: Revision | undefined;
  readonly #channels = new Map<string, Channel>();
  readonly #options: FetchHandlerOptions;
  #streams = 0;

  constructor(id: string, auth: unknown, options: FetchHandlerOptions) {
    this.id = id;
    this.#options = options;
    this.standalone = this.channel(true);
    this.host = new HostSession(auth, (message) => this.standalone.write(message));
  }

  /**
   * Begins a stream of the session.
   *
   * @param queue - keep events until somebody reads
   */
  channel(queue = false): Channel {
    const { resume, retry } = this.#options;
    this.#streams += 1;
    const id = `s${this.#streams}`;
    const channel = new Channel({
      ...(resume === true ? { id, keep: true } : {}),
      // Priming came with polling.
      prime: resume === true && !queue && (this.revision ?? "") >= "2025-11-25",
      queue,
      retry,
    });
    this.#channels.set(id, channel);
    return channel;
  }

  /** Lets an ended stream go, unless it may be asked for again. */
  forget(channel: Channel): void {
    if (this.#options.resume === true) return;
    for (const [id, known] of this.#channels) if (known === channel) this.#channels.delete(id);
  }

  /** The stream an event id belongs to. */
  find(id: string): Channel | undefined {
    return this.#options.resume === true ? this.#channels.get(id) : undefined;
  }

  /** Closes every response that carries a stream. */
  dropStreams(): void {
    for (const channel of this.#channels.values()) channel.drop();
  }

  /** Ends the session and all that runs in it. */
  end(): void {
    this.host.end();
    for (const controller of this.running.values()) controller.abort(this.host.signal.reason);
    for (const channel of this.#channels.values()) channel.end();
  }
}
