import {
  type Connection,
  isObject,
  type JsonObject,
  type JsonRpcMessage,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type McpError,
  type OpenContext,
  type PipeConnection,
  pipeConnection,
  type RequestId,
  type Transport,
  transportError,
} from "@snodo/protocol";

/** Answers a request: with a result, with {@link fault}, or with {@link SILENT} for nothing at all. */
export type RawMethod = (request: JsonRpcRequest, server: RawServer) => unknown;

/** What a raw server may be told. */
export interface RawOptions {
  readonly methods?: Readonly<Record<string, RawMethod>>;
  /** Sees every message first; returns true when it dealt with it. */
  readonly intercept?: (message: JsonRpcMessage, server: RawServer) => boolean;
  readonly label?: string;
  /** Changes the connection before the client gets it. */
  readonly adapt?: (connection: Connection) => Connection;
  /** Replaces `open` of the transport; `dial` is what it does by default. */
  readonly open?: (context: OpenContext, dial: () => Promise<Connection>) => Promise<Connection>;
  /** Transport fields such as `revisions`. */
  readonly transport?: Partial<Transport>;
}

/** A server whose every message a test writes itself. */
export interface RawServer {
  readonly transport: Transport;
  /** What the client sent, over all connections. */
  readonly received: JsonRpcMessage[];
  readonly opened: number;
  /** How many connections the client closed. */
  readonly closed: number;
  /** Delivers a message, well-formed or not, over the newest connection. */
  send(...messages: unknown[]): void;
  /** Answers a request. */
  reply(id: RequestId | null | undefined, result: unknown): void;
  /** Fails a request. */
  refuse(id: RequestId | null | undefined, code: number, message?: string, data?: unknown): void;
  /** Ends the newest connection, as a crash would. */
  end(error?: McpError): void;
  /** The requests of a method that arrived. */
  requests(method: string): readonly (JsonRpcRequest & { readonly params: JsonObject })[];
  /** Resolves once so many messages of a method have arrived. */
  arrived(method: string, count?: number): Promise<JsonRpcRequest & { readonly params: JsonObject }>;
  /** Resolves with the client's answer to a request of the server. */
  arrivedAnswer(id: RequestId): Promise<JsonRpcResponse>;
}

/** The answer of a method that says nothing. */
export const SILENT: unique symbol = Symbol("silent");

class Fault {
  readonly error: JsonObject;

  constructor(error: JsonObject) {
    this.error = error;
  }
}

/** The answer of a method that fails. */
export function fault(code: number, message = "no", data?: unknown): unknown {
  return new Fault(data === undefined ? { code, message } : { code, message, data });
}

const DISCOVERY = {
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: {}, resources: { subscribe: true }, logging: {} },
};

const DEFAULTS: Readonly<Record<string, RawMethod>> = {
  "server/discover": () => DISCOVERY,
  initialize: ({ params }) => ({
    protocolVersion: params?.["protocolVersion"],
    capabilities: DISCOVERY.capabilities,
    serverInfo: { name: "raw", version: "1" },
  }),
  "tools/call": () => ({ content: [] }),
  "resources/subscribe": () => ({}),
  "resources/unsubscribe": () => ({}),
  "logging/setLevel": () => ({}),
  ping: () => ({}),
};

/** Makes a raw server; it shakes hands in every revision unless told otherwise. */
export function rawServer(options: RawOptions = {}): RawServer {
  return new Raw(options);
}

class Raw implements RawServer {
  readonly transport: Transport;
  readonly received: JsonRpcMessage[] = [];
  opened = 0;
  closed = 0;
  readonly #options: RawOptions;
  readonly #methods: ReadonlyMap<string, RawMethod>;
  readonly #waiting = new Set<() => void>();
  #connection: PipeConnection | undefined;

  constructor(options: RawOptions) {
    this.#options = options;
    this.#methods = new Map(Object.entries({ ...DEFAULTS, ...options.methods }));
    const label = options.label ?? "raw-server";
    this.transport = {
      kind: "raw",
      label,
      ...options.transport,
      open: async (context) => {
        const dial = async (): Promise<Connection> => this.#dial(context, label);
        return await (options.open === undefined ? dial() : options.open(context, dial));
      },
    };
  }

  send(...messages: unknown[]): void {
    for (const message of messages) this.#connection?.receive(crossed(message));
  }

  reply(id: RequestId | null | undefined, result: unknown): void {
    this.send({ jsonrpc: "2.0", id, result });
  }

  refuse(id: RequestId | null | undefined, code: number, message = "no", data?: unknown): void {
    this.send({
      jsonrpc: "2.0",
      id,
      error: data === undefined ? { code, message } : { code, message, data },
    });
  }

  end(
    error = transportError("the raw server crashed", { type: "connection_lost" }, { sent: "maybe" }),
  ): void {
    this.#connection?.end(() => error);
  }

  requests(method: string) {
    return this.received.filter(
      (message): message is JsonRpcRequest & { readonly params: JsonObject } =>
        "method" in message && message.method === method,
    );
  }

  arrived(method: string, count = 1) {
    return this.#until(() => this.requests(method)[count - 1]);
  }

  arrivedAnswer(id: RequestId): Promise<JsonRpcResponse> {
    return this.#until(() =>
      this.received.find(
        (message): message is JsonRpcResponse => !("method" in message) && message.id === id,
      ),
    );
  }

  async #until<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  #dial(context: OpenContext, label: string): Connection {
    this.opened += 1;
    let open = true;
    const connection = pipeConnection(
      {
        send: (message) => {
          const copy = crossed(message) as JsonRpcMessage;
          queueMicrotask(() => {
            if (open) this.#take(copy, connection);
          });
        },
        close: async () => {
          if (open) this.closed += 1;
          open = false;
        },
      },
      context,
      label,
    );
    this.#connection = connection;
    return this.#options.adapt?.(connection) ?? connection;
  }

  #take(message: JsonRpcMessage, connection: PipeConnection): void {
    this.received.push(message);
    for (const resolve of [...this.#waiting]) resolve();
    this.#waiting.clear();
    if (this.#options.intercept?.(message, this) === true) return;
    if (!("method" in message) || !("id" in message)) return;
    const method = this.#methods.get(message.method);
    const answer = method === undefined ? fault(-32601, "Method not found") : method(message, this);
    if (answer === SILENT) return;
    const { id } = message;
    if (answer instanceof Promise) {
      void answer.then((result: unknown) => connection.receive(crossed(answerOf(id, result))));
    } else connection.receive(crossed(answerOf(id, answer)));
  }
}

function answerOf(id: RequestId, answer: unknown): unknown {
  if (answer instanceof Fault) return { jsonrpc: "2.0", id, error: answer.error };
  return { jsonrpc: "2.0", id, result: answer };
}

/** Messages cross as JSON, as on a real pipe; what is no JSON value stays out. */
function crossed(message: unknown): unknown {
  return isObject(message) || Array.isArray(message) ? JSON.parse(JSON.stringify(message)) : message;
}
