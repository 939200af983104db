import {
  type Connection,
  describe,
  type Exchange,
  type InFlight,
  type JsonRpcRequest,
  type McpError,
  type OpenContext,
  type Sent,
  transportError,
} from "@snodo/protocol";
import { wrapConnection } from "../wrap/wrap-connection.ts";
import { wrapContext } from "../wrap/wrap-exchange.ts";

/** A connection that can be lost at any moment. */
export class Breakable {
  readonly context: OpenContext;
  readonly #label: string;
  readonly #open = new Map<(error: McpError) => void, JsonRpcRequest>();
  readonly #closed: (error: McpError) => void;
  #inner: Connection | undefined;
  #state: "open" | "closed" | "lost" = "open";

  constructor(context: OpenContext, label: string) {
    this.#label = label;
    const { inbound } = context;
    this.#closed = (error) => inbound.closed(error);
    this.context = wrapContext(context, {
      notification: (message) => {
        if (this.#state === "open") inbound.notification(message);
      },
      request: async (message) => (this.#state === "open" ? inbound.request(message) : undefined),
      closed: (error) => {
        if (this.#state === "open") inbound.closed(error);
      },
    });
  }

  wrap(inner: Connection, send: (request: JsonRpcRequest, exchange: Exchange) => InFlight): Connection {
    this.#inner = inner;
    return wrapConnection(inner, {
      send: (request, exchange) =>
        this.#state === "lost"
          ? { response: Promise.reject(this.error(request, "no")), cancel: () => undefined }
          : send(request, exchange),
      notify: (message, routing, notify) =>
        this.#state === "lost" ? Promise.reject(this.error(undefined, "no")) : notify(message, routing),
      close: () => {
        if (this.#state === "open") this.#state = "closed";
        this.#rejectAll();
        return inner.close();
      },
    });
  }

  /** Remembers a request, so that it is rejected when the connection is lost. */
  watch(request: JsonRpcRequest, reject: (error: McpError) => void): () => void {
    this.#open.set(reject, request);
    return () => this.#open.delete(reject);
  }

  /** Loses the connection. */
  cut(): void {
    if (this.#state !== "open") return;
    this.#state = "lost";
    this.#rejectAll();
    this.#closed(this.error(undefined, "no"));
    // What is left of it ends by itself; how does not matter any more.
    this.#inner?.close().catch(() => undefined);
  }

  error(request: JsonRpcRequest | undefined, sent: Sent): McpError {
    const what = request === undefined ? "" : `${describe(request)} failed: `;
    return transportError(
      `${what}the connection to ${this.#label} was lost`,
      { type: "connection_lost" },
      { sent },
    );
  }

  #rejectAll(): void {
    for (const [reject, request] of [...this.#open]) reject(this.error(request, "maybe"));
    this.#open.clear();
  }
}
