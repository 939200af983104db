import {
  type Connection,
  type JsonRpcMessage,
  type JsonRpcRequest,
  type OpenContext,
  type PipeConnection,
  pipeConnection,
  type RequestId,
  type Transport,
  transportError,
} from "@snodo/protocol";

/** Answers what a client sends, or says nothing. */
export type Answerer = (message: JsonRpcMessage, wire: Wire) => void;

/** A message pipe whose other end writes whatever it is told to. */
export class Wire {
  readonly transport: Transport;
  readonly sent: JsonRpcMessage[] = [];
  readonly #answer: Answerer;
  #connection: PipeConnection | undefined;

  constructor(answer: Answerer) {
    this.#answer = answer;
    this.transport = { kind: "wire", label: "the wire", open: async (context) => this.#open(context) };
  }

  /** Delivers a JSON value to the client. */
  receive(message: unknown): void {
    this.#connection?.receive(message);
  }

  /** Ends the pipe, as a crash does. */
  end(): void {
    this.#connection?.end((request) =>
      transportError(
        "the wire ended",
        { type: "connection_lost" },
        { sent: request === undefined ? "no" : "maybe" },
      ),
    );
  }

  /** The id of the newest request of a method. */
  idOf(method: string): RequestId | undefined {
    const requests = this.sent.filter(
      (message): message is JsonRpcRequest => "method" in message && message.method === method,
    );
    return requests.at(-1)?.id;
  }

  #open(context: OpenContext): Connection {
    const connection = pipeConnection(
      {
        send: (message) => {
          this.sent.push(message);
          queueMicrotask(() => this.#answer(message, this));
        },
        close: async () => undefined,
      },
      context,
      "the wire",
    );
    this.#connection = connection;
    return connection;
  }
}

const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { subscribe: true },
  prompts: {},
  logging: {},
};

/** Shakes hands in both eras. */
export const shakeHands: Answerer = (message, wire) => {
  if (!("method" in message) || !("id" in message)) return;
  const answer = (result: object): void => wire.receive({ jsonrpc: "2.0", id: message.id, result });
  if (message.method === "server/discover") {
    answer({
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: CAPABILITIES,
      ttlMs: 0,
      cacheScope: "private",
    });
  } else if (message.method === "initialize") {
    answer({
      protocolVersion: message.params?.["protocolVersion"],
      capabilities: CAPABILITIES,
      serverInfo: { name: "wire", version: "1" },
    });
  }
};
