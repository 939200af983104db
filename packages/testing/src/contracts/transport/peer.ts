import {
  type Connection,
  type Diagnostic,
  dialectOf,
  eraOf,
  type InFlight,
  type JsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type McpError,
  META,
  type OpenContext,
  own,
  type Revision,
  type Routing,
  systemClock,
  type Transport,
  withMeta,
} from "@snodo/protocol";
import { check, equal, soon } from "../check.ts";

/** Answers a request of the server; undefined sends nothing. */
export type ServerRequestHandler = (request: JsonRpcRequest) => JsonObject | undefined;

/** How one request of a case is sent. */
export interface PeerCall {
  readonly notification?: ((message: JsonRpcNotification) => void) | undefined;
  readonly stream?: boolean | undefined;
}

/** A call under way. */
export interface Call extends InFlight {
  /** What arrived for it before its answer, in order. */
  readonly notifications: readonly JsonRpcNotification[];
  /** Resolves at its first notification. */
  readonly begun: Promise<void>;
}

/** A bare client on one connection: it knows ids and envelopes, and remembers what arrives. */
export class Peer {
  readonly revision: Revision;
  readonly connection: Connection;
  readonly closed: McpError[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly strays: JsonRpcNotification[] = [];
  onRequest: ServerRequestHandler = () => ({ result: {} });
  #lastId = 0;
  #stray: (() => void) | undefined;

  private constructor(revision: Revision, connection: Connection) {
    this.revision = revision;
    this.connection = connection;
  }

  /**
   * Opens a connection and, in the initialize era, greets the server.
   *
   * @param transport - the transport under test
   * @param revision - what to speak
   * @param signal - given to `open`
   */
  static async dial(transport: Transport, revision: Revision, signal?: AbortSignal): Promise<Peer> {
    let peer: Peer | undefined;
    const context: OpenContext = {
      clock: systemClock,
      diagnostics: { report: (diagnostic) => peer?.diagnostics.push(diagnostic) },
      inbound: {
        notification: (message) => peer?.take(message),
        request: async (message) => peer?.answer(message),
        closed: (error) => peer?.closed.push(error),
      },
      ...(signal === undefined ? {} : { signal }),
    };
    const connection = await soon(transport.open(context), "open");
    peer = new Peer(revision, connection);
    if (eraOf(revision) === "initialize") await peer.#greet();
    return peer;
  }

  async #greet(): Promise<void> {
    const { response } = this.#send(
      "initialize",
      {
        protocolVersion: this.revision,
        capabilities: { roots: {} },
        clientInfo: { name: "contract", version: "1" },
      },
      {},
      undefined,
    );
    const answer = await soon(response, "the answer to initialize");
    equal(
      own((answer as { result?: JsonObject }).result ?? {}, "protocolVersion"),
      this.revision,
      "the negotiated revision",
    );
    await this.notify("notifications/initialized");
  }

  get routing(): Routing {
    return { revision: this.revision };
  }

  /** Calls a tool of the contract server. */
  call(name: string, args: JsonObject = {}, options: PeerCall = {}): Call {
    return this.request("tools/call", { name, arguments: args }, options);
  }

  /** Sends any request. */
  request(method: string, params: JsonObject, options: PeerCall = {}): Call {
    return this.#send(method, params, options, this.revision);
  }

  /** Calls a tool and gives its `structuredContent.value`. */
  async value(name: string, args: JsonObject = {}): Promise<unknown> {
    return structured(await soon(this.call(name, args).response, `the answer of ${name}`), "value");
  }

  /** Sends a notification. */
  async notify(method: string, params?: JsonObject): Promise<void> {
    check(
      this.connection.notify !== undefined,
      "a connection without `notify` cannot speak the initialize era",
    );
    const message = { jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) } as const;
    await soon(this.connection.notify(message, this.routing), `sending ${method}`);
  }

  /** Resolves once a notification arrived that belongs to no request. */
  stray(): Promise<void> {
    return this.strays.length > 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#stray = resolve;
        });
  }

  take(message: JsonRpcNotification): void {
    this.strays.push(message);
    this.#stray?.();
  }

  answer({ id, ...rest }: JsonRpcRequest): JsonRpcResponse | undefined {
    const answer = this.onRequest({ id, ...rest });
    return answer === undefined ? undefined : ({ jsonrpc: "2.0", id, ...answer } as JsonRpcResponse);
  }

  #send(method: string, params: JsonObject, options: PeerCall, revision: Revision | undefined): Call {
    this.#lastId += 1;
    const id = this.#lastId;
    const base = dialectOf(this.revision).baseMeta({
      clientInfo: { name: "contract", version: "1" },
      capabilities: { roots: {} },
    });
    const withToken = withMeta(params, { base, fixed: { [META.progressToken]: id } });
    const notifications: JsonRpcNotification[] = [];
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const flight = this.connection.send(
      { jsonrpc: "2.0", id, method, params: withToken },
      {
        routing: { revision, ...(options.stream === true ? { stream: true } : {}) },
        notification: (message) => {
          notifications.push(message);
          begin();
          options.notification?.(message);
        },
        request: async (message) => this.answer(message),
      },
    );
    // A case may drop a call: its rejection is then nobody's.
    flight.response.catch(() => undefined);
    return { response: flight.response, cancel: (reason) => flight.cancel(reason), notifications, begun };
  }
}

/** A member of an answer's `structuredContent`. */
export function structured(response: JsonRpcResponse, key: string): unknown {
  const result = (response as { result?: { structuredContent?: JsonObject } }).result;
  check(
    result?.structuredContent !== undefined,
    `expected a result, got ${JSON.stringify(response).slice(0, 300)}`,
  );
  return own(result.structuredContent, key);
}
