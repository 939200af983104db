import {
  type Connection,
  classify,
  type InFlight,
  isObject,
  isRevision,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  META,
  messageOf,
  own,
  type RequestId,
  type Revision,
  type Routing,
  systemClock,
  type Transport,
  transportError,
} from "@snodo/protocol";
import type { SdkSendOptions } from "../sdk/shapes.ts";
import { standIn } from "./stand-in.ts";
import type { SdkClientTransport, ToSdkTransportOptions } from "./to-sdk-transport.ts";

/** What the server was asked, and how it is given up. */
interface Asked {
  readonly inFlight: InFlight;
  /** The caller gave up: nobody waits for the answer any more. */
  readonly done: () => void;
}

/** See {@link import("./to-sdk-transport.ts").toSdkTransport}. */
export class ClientTransport implements SdkClientTransport {
  // Set by the SDK's client, and absent until then: its types do not allow undefined.
  declare onclose?: () => void;
  declare onerror?: (error: Error) => void;
  declare onmessage?: (message: unknown, extra?: unknown) => void;
  declare sessionId?: string;
  /** Makes the SDK abort `requestSignal` where it would otherwise send a notification of its own. */
  readonly hasPerRequestStream = true;
  readonly #transport: Transport;
  readonly #options: ToSdkTransportOptions;
  readonly #asked = new Map<RequestId, Asked>();
  /** Requests of the server that the client has not answered. */
  readonly #asking = new Map<RequestId, (response: JsonRpcResponse | undefined) => void>();
  #connection: Connection | undefined;
  #revision: Revision | undefined;
  #started = false;
  #closed = false;

  constructor(transport: Transport, options: ToSdkTransportOptions) {
    this.#transport = transport;
    this.#options = options;
  }

  async start(): Promise<void> {
    if (this.#started)
      throw new TypeError("this transport was started already: make a new one to connect again");
    this.#started = true;
    const { clock = systemClock, diagnostics, session } = this.#options;
    const connection = await this.#transport.open({
      clock,
      session,
      diagnostics: diagnostics ?? {
        report: ({ level, message }) => {
          if (level === "warning") this.onerror?.(new Error(message));
        },
      },
      inbound: {
        notification: (message) => this.onmessage?.(message),
        request: (message) => this.#ask(message),
        channelLost: (error) => this.onerror?.(error),
        closed: (error) => {
          this.onerror?.(error);
          // Each request in flight has its own reason: it reaches its caller before the end of it all does.
          clock.setTimeout(() => this.#end(), 0);
        },
      },
    });
    this.#connection = connection;
    if (!this.#closed) return;
    await connection.close();
    throw transportError(`the connection to ${this.#transport.label} was closed while it was opened`, {
      type: "closed",
    });
  }

  async send(message: object, options: SdkSendOptions = {}): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined || this.#closed) {
      throw transportError(`nothing was sent to ${this.#transport.label}: the connection is not open`, {
        type: "closed",
      });
    }
    const seen = classify(message);
    switch (seen.kind) {
      case "request":
        return await this.#request(connection, seen.message, options);
      case "notification":
        return await this.#notify(connection, seen.message);
      case "result":
      case "failure":
        return this.#answer(seen.message);
      default:
        throw new TypeError(
          `this is no JSON-RPC message: ${seen.kind === "invalid" ? seen.problem : "a batch"}`,
        );
    }
  }

  setProtocolVersion(version: string): void {
    this.#revision = isRevision(version) ? version : undefined;
  }

  async terminateSession(): Promise<void> {
    await this.#connection?.endSession?.({ revision: this.#revision });
    delete this.sessionId;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    const connection = this.#connection;
    this.#end();
    await connection?.close();
  }

  /** Resolves once the answer was handed over. The SDK waits for none of it and only listens for a rejection. */
  async #request(connection: Connection, request: JsonRpcRequest, options: SdkSendOptions): Promise<void> {
    const { id } = request;
    let done = (): void => undefined;
    const givenUp = new Promise<undefined>((resolve) => {
      done = () => resolve(undefined);
    });
    const inFlight = connection.send(request, {
      routing: this.#routing(request, options),
      notification: (message) => this.onmessage?.(message),
      request: (message) => this.#ask(message),
    });
    const asked: Asked = { inFlight, done };
    this.#asked.set(id, asked);
    const abort = (): void => this.#giveUp(id, asked, messageOf(options.requestSignal?.reason));
    options.requestSignal?.addEventListener("abort", abort);
    try {
      const response = await Promise.race([inFlight.response, givenUp]);
      if (response === undefined || this.#closed) return;
      this.#keepSession(connection);
      this.onmessage?.(response);
    } catch (error) {
      const response = standIn(request, error);
      if (response === undefined) throw error;
      this.onmessage?.(response);
    } finally {
      options.requestSignal?.removeEventListener("abort", abort);
      if (this.#asked.get(id) === asked) this.#asked.delete(id);
    }
  }

  async #notify(connection: Connection, message: JsonRpcNotification): Promise<void> {
    if (message.method === "notifications/cancelled") {
      // Giving a request up is the connection's business: it knows how its revision does that.
      const id = own(message.params ?? {}, "requestId") as RequestId;
      const asked = this.#asked.get(id);
      const reason = own(message.params ?? {}, "reason");
      if (asked !== undefined) this.#giveUp(id, asked, typeof reason === "string" ? reason : "given up");
      return;
    }
    if (connection.notify === undefined) {
      throw transportError(
        `${message.method} was not sent to ${this.#transport.label}: its transport carries no notifications`,
        { type: "closed" },
      );
    }
    await connection.notify(message, this.#routing(message, {}));
  }

  #giveUp(id: RequestId, asked: Asked, reason: string): void {
    this.#asked.delete(id);
    asked.inFlight.cancel(reason);
    asked.done();
  }

  #answer(response: JsonRpcResponse): void {
    const id = response.id as RequestId;
    const answered = this.#asking.get(id);
    this.#asking.delete(id);
    answered?.(response);
  }

  #ask(message: JsonRpcRequest): Promise<JsonRpcResponse | undefined> {
    if (this.#closed) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#asking.get(message.id)?.(undefined);
      this.#asking.set(message.id, resolve);
      this.onmessage?.(message);
    });
  }

  #routing({ method, params }: JsonRpcNotification, { headers }: SdkSendOptions): Routing {
    const meta = params === undefined ? undefined : own(params, "_meta");
    const named = isObject(meta) ? own(meta, META.protocolVersion) : undefined;
    const stated = typeof named === "string" && isRevision(named) ? named : this.#revision;
    return {
      revision: method === "initialize" ? undefined : stated,
      headers,
      stream: method === "subscriptions/listen" ? true : undefined,
    };
  }

  #keepSession({ sessionId }: Connection): void {
    if (sessionId !== undefined) this.sessionId = sessionId;
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const { done } of this.#asked.values()) done();
    this.#asked.clear();
    for (const answered of this.#asking.values()) answered(undefined);
    this.#asking.clear();
    this.onclose?.();
  }
}
