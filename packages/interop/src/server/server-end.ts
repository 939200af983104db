import { jsonCopy, serverCopy } from "../sdk/copy.ts";
import type { SdkTransport } from "../sdk/shapes.ts";

/** Where the server's end of a link leads. */
export interface Peer {
  /** Takes a message of the server, already copied. */
  receive(message: unknown): void;
  /** The server ended the link. */
  ended(): void;
  /** The server reported something. */
  reported(error: unknown): void;
}

/** The end of a link that an official server is connected to. Each message crosses as a copy, in a turn of its own. */
export class ServerEnd implements SdkTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  readonly #peer: Peer;
  readonly #extra: { readonly authInfo?: unknown };
  #closed = false;

  /**
   * @param peer - the other end
   * @param authInfo - what handlers find as their `authInfo`
   */
  constructor(peer: Peer, authInfo: unknown) {
    this.#peer = peer;
    this.#extra = authInfo === undefined ? {} : { authInfo };
  }

  async start(): Promise<void> {
    // The server may be made after the client gave up waiting for it.
    if (this.#closed) queueMicrotask(() => this.onclose?.());
  }

  async send(message: object): Promise<void> {
    if (this.#closed) throw new Error("the client has closed the connection");
    this.#cross(serverCopy(message), (copy) => this.#peer.receive(copy));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#shut();
    this.#peer.ended();
  }

  /** Takes a message of the client. */
  receive(message: object): void {
    this.#cross(jsonCopy(message), (copy) => {
      try {
        this.onmessage?.(copy as never, this.#extra as never);
      } catch (error) {
        this.#peer.reported(error);
      }
    });
  }

  /** The client is gone: the server hears of it, and nothing crosses any more. */
  end(): void {
    if (!this.#closed) this.#shut();
  }

  #shut(): void {
    this.#closed = true;
    try {
      this.onclose?.();
    } catch (error) {
      this.#peer.reported(error);
    }
  }

  #cross(copy: unknown, take: (copy: unknown) => void): void {
    queueMicrotask(() => {
      if (!this.#closed) take(copy);
    });
  }
}
