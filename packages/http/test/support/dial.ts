import {
  type Clock,
  type Connection,
  type Diagnostic,
  type Exchange,
  type InFlight,
  type JsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type McpError,
  type OpenContext,
  type Revision,
  type Routing,
  systemClock,
  type Transport,
} from "@snodo/protocol";
import { onTestFinished } from "vitest";

/** How a request of a test is sent. */
export interface Sending {
  readonly params?: JsonObject | undefined;
  readonly routing?: Partial<Routing> | undefined;
  readonly onNotification?: ((message: JsonRpcNotification) => void) | undefined;
  readonly onRequest?: ((message: JsonRpcRequest) => Promise<JsonRpcResponse | undefined>) | undefined;
  readonly hold?: (() => void) | undefined;
  readonly restart?: (() => void) | undefined;
}

/** A request that was sent. */
export interface Sent extends InFlight {
  readonly request: JsonRpcRequest;
  readonly notifications: JsonRpcNotification[];
}

/** What a test dials with. */
export interface Dialling {
  readonly revision?: Revision | undefined;
  readonly clock?: Clock | undefined;
  readonly session?: OpenContext["session"];
  readonly signal?: AbortSignal | undefined;
  readonly onRequest?: ((message: JsonRpcRequest) => Promise<JsonRpcResponse | undefined>) | undefined;
  readonly onNotification?: ((message: JsonRpcNotification) => void) | undefined;
}

/** A connection without a client above it; closed at the end of the test. */
export class Dialled {
  readonly revision: Revision;
  readonly notifications: JsonRpcNotification[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly closed: McpError[] = [];
  readonly channelLost: McpError[] = [];
  /** How often the event stream was opened again with a gap. */
  reopened = 0;
  connection!: Connection;
  #lastId = 0;

  private constructor(revision: Revision) {
    this.revision = revision;
  }

  static async dial(transport: Transport, options: Dialling = {}): Promise<Dialled> {
    const dialled = new Dialled(options.revision ?? "2026-07-28");
    const connection = await transport.open({
      clock: options.clock ?? systemClock,
      session: options.session,
      signal: options.signal,
      diagnostics: { report: (diagnostic) => dialled.diagnostics.push(diagnostic) },
      inbound: {
        notification: (message) => {
          dialled.notifications.push(message);
          options.onNotification?.(message);
        },
        request: (message) => options.onRequest?.(message) ?? Promise.resolve(undefined),
        channelLost: (error) => dialled.channelLost.push(error),
        channelReopened: () => {
          dialled.reopened += 1;
        },
        closed: (error) => dialled.closed.push(error),
      },
    });
    dialled.connection = connection;
    onTestFinished(() => connection.close());
    return dialled;
  }

  get routing(): Routing {
    return { revision: this.revision };
  }

  send(method: string, options: Sending = {}): Sent {
    this.#lastId += 1;
    return this.sendRaw(
      {
        jsonrpc: "2.0",
        id: this.#lastId,
        method,
        ...(options.params === undefined ? {} : { params: options.params }),
      },
      options,
    );
  }

  sendRaw(request: JsonRpcRequest, options: Sending = {}): Sent {
    const notifications: JsonRpcNotification[] = [];
    const exchange: Exchange = {
      routing: { revision: this.revision, ...options.routing },
      notification: (message) => {
        notifications.push(message);
        options.onNotification?.(message);
      },
      request: (message) => options.onRequest?.(message) ?? Promise.resolve(undefined),
      ...(options.hold === undefined ? {} : { holdTimeout: options.hold }),
      ...(options.restart === undefined ? {} : { restartTimeout: options.restart }),
    };
    const flight = this.connection.send(request, exchange);
    const { response } = flight;
    // A test may drop a call: its rejection is then nobody's.
    response.catch(() => undefined);
    return { request, notifications, response, cancel: (reason) => flight.cancel(reason) };
  }

  /** Sends `tools/call`. */
  call(name: string, options: Sending = {}): Sent {
    return this.send("tools/call", { ...options, params: { name, arguments: {}, ...options.params } });
  }

  /** Sends `initialize` and `notifications/initialized`. */
  async greet(): Promise<JsonRpcResponse> {
    const answer = await this.send("initialize", {
      params: { protocolVersion: this.revision, capabilities: {}, clientInfo: { name: "t", version: "1" } },
      routing: { revision: undefined },
    }).response;
    await this.notify("notifications/initialized");
    return answer;
  }

  async notify(method: string): Promise<void> {
    await this.connection.notify?.({ jsonrpc: "2.0", method }, this.routing);
  }
}

/** The error a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<McpError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ("value" in outcome) throw new Error(`expected a rejection, got ${JSON.stringify(outcome.value)}`);
  return outcome.error as McpError;
}
