import {
  type Connection,
  type Dialect,
  describe,
  dialectOf,
  type Exchange,
  type InFlight,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type McpError,
  mirrorHeaders,
  type OpenContext,
  type PipeConnection,
  pipeConnection,
  type Revision,
  type Routing,
  transportError,
} from "@snodo/protocol";
import { jsonCopy, serverCopy } from "../sdk/copy.ts";
import type { SdkSendOptions, SdkTransport } from "../sdk/shapes.ts";
import { closeTransport } from "./close.ts";
import { answerIn, toMcpError } from "./sdk-error.ts";

/** A connection over a started transport of the official SDK: messages are matched here, carried there. */
export class SdkConnection implements Connection {
  readonly streaming = true;
  readonly mirrorsHeaders: boolean;
  readonly #transport: SdkTransport;
  readonly #label: string;
  readonly #pipe: PipeConnection;
  #revision: Revision | undefined;
  /** What goes along with the message that is being handed over. */
  #along: SdkSendOptions | undefined;

  constructor(transport: SdkTransport, context: OpenContext, label: string) {
    this.#transport = transport;
    this.#label = label;
    // Only HTTP of the second generation sends headers that are given with a message.
    this.mirrorsHeaders = transport.hasPerRequestStream === true;
    this.#pipe = pipeConnection(
      { send: (message) => this.#carry(message), close: () => closeTransport(transport, context, label) },
      context,
      label,
    );
  }

  get sessionId(): string | undefined {
    return this.#transport.sessionId;
  }

  /** Takes a message of the transport. */
  receive(message: object): void {
    this.#pipe.receive(serverCopy(message));
  }

  /** The transport ended by itself. */
  ended(): void {
    let reached = true;
    this.#pipe.end((request) => this.#lost(request, reached));
    reached = false;
  }

  send(request: JsonRpcRequest, exchange: Exchange): InFlight {
    this.#speak(exchange.routing.revision);
    if (this.#transport.hasPerRequestStream !== true) return this.#pipe.send(request, exchange);
    return this.#sendOnStream(request, exchange);
  }

  async notify(message: JsonRpcNotification, routing: Routing): Promise<void> {
    this.#speak(routing.revision);
    await this.#pipe.notify?.(message, routing);
  }

  async endSession(): Promise<void> {
    await this.#transport.terminateSession?.();
  }

  close(): Promise<void> {
    return this.#pipe.close();
  }

  /** A request that has a stream of its own is given up by closing that, and fails when that ends. */
  #sendOnStream(request: JsonRpcRequest, exchange: Exchange): InFlight {
    const { revision, tool, headers } = exchange.routing;
    const controller = new AbortController();
    let streamEnded = (): void => undefined;
    const cut = new Promise<never>((_resolve, reject) => {
      streamEnded = () => reject(this.#streamEnded(request));
    });
    this.#along = {
      requestSignal: controller.signal,
      onRequestStreamEnd: () => streamEnded(),
      headers: { ...mirrorHeaders(request, revision, tool), ...headers },
    };
    const inFlight = this.#pipe.send(request, exchange);
    const response = Promise.race([inFlight.response, cut]);
    const cancel = (reason: string): void => {
      controller.abort();
      inFlight.cancel(reason);
    };
    // Once it failed, nobody waits for it at the other end either.
    response.catch(() => inFlight.cancel("its stream ended"));
    return { response, cancel };
  }

  async #carry(message: JsonRpcMessage): Promise<void> {
    const along = this.#along;
    this.#along = undefined;
    if (this.#isMoot(message)) return;
    const copy = jsonCopy(message);
    try {
      await this.#transport.send(copy as never, along as never);
    } catch (error) {
      if (along?.requestSignal?.aborted === true) return;
      const request = "method" in message && "id" in message ? message : undefined;
      const answer = request === undefined ? undefined : answerIn(error, request);
      if (answer === undefined) throw toMcpError(error, this.#label, request);
      this.#pipe.receive(answer);
    }
  }

  /** Where closing the stream says it all, no notification repeats it. */
  #isMoot(message: JsonRpcMessage): boolean {
    if (!this.mirrorsHeaders || !("method" in message) || message.method !== "notifications/cancelled")
      return false;
    return this.#dialect?.cancellation(message.method, "http") === "close";
  }

  get #dialect(): Dialect | undefined {
    return this.#revision === undefined ? undefined : dialectOf(this.#revision);
  }

  #speak(revision: Revision | undefined): void {
    if (revision === undefined || revision === this.#revision) return;
    this.#revision = revision;
    this.#transport.setProtocolVersion?.(revision);
  }

  #lost(request: JsonRpcRequest | undefined, reached: boolean): McpError {
    return transportError(
      `${request === undefined ? "" : `${describe(request)} failed: `}the connection to ${this.#label} was lost`,
      { type: "connection_lost" },
      { sent: reached && request !== undefined ? "maybe" : "no" },
    );
  }

  #streamEnded(request: JsonRpcRequest): McpError {
    return transportError(
      `${describe(request)} on ${this.#label} failed: its stream ended without an answer`,
      { type: "stream_ended" },
      { sent: "yes" },
    );
  }
}
