import {
  type Clock,
  type Connection,
  type Diagnostics,
  type Dialect,
  describe,
  ErrorCode,
  type HeaderPlan,
  type JsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  McpError,
  type Routing,
  Slots,
  type Transport,
  transportError,
} from "@snodo/protocol";
import type { Call } from "../calls/call.ts";
import { deadline } from "../calls/deadline.ts";
import { TaskCallbacks } from "../inbound/task-callbacks.ts";
import type { Settings } from "./settings.ts";

/** Takes what belongs to no call; installed by whoever sets the connection up. */
export interface LinkSinks {
  notification(message: JsonRpcNotification): void;
  request(message: JsonRpcRequest): Promise<JsonRpcResponse | undefined>;
  /** The server can send nothing any more that belongs to no call, while calls go on. */
  channelLost(error: McpError): void;
  channelReopened(): void;
}

/** One open connection and everything that is in flight on it. */
export class Link {
  readonly transport: Transport;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly diagnostics: Diagnostics;
  readonly label: string;
  /** Every call that has not settled. */
  readonly active: Slots<Call> = new Slots();
  /** Plans of the tools of the last listing, by name. */
  readonly toolPlans: Map<string, HeaderPlan> = new Map();
  /** Output schemas of the tools of the last listing, by name; kept only when something checks them. */
  readonly outputSchemas: Map<string, unknown> = new Map();
  /** What goes on listening after its call was answered with a task. */
  readonly tasks: TaskCallbacks = new TaskCallbacks();
  connection!: Connection;
  dialect!: Dialect;
  /** The routing of every request that needs nothing more. */
  routing!: Routing;
  /** The `_meta` of every request of this connection. */
  baseMeta: JsonObject | undefined;
  sinks: LinkSinks | undefined;
  /** Said in timeout errors when something about the connection may explain them. */
  hint: string | undefined;
  #nextId = 0;
  #opened = 0;
  #ended: McpError | undefined;
  #closing = false;
  readonly #onEnd: ((error: McpError) => void)[] = [];

  constructor(transport: Transport, settings: Settings) {
    this.transport = transport;
    this.settings = settings;
    this.clock = settings.clock;
    this.diagnostics = settings.diagnostics;
    this.label = transport.label;
  }

  /**
   * Opens the transport; a second call replaces a connection that was closed for a fallback.
   *
   * @param signal - gives up opening
   * @throws McpError -32001 when the transport takes longer than a request may
   */
  async open(signal: AbortSignal | undefined): Promise<void> {
    this.#ended = undefined;
    const opening = this.#openTransport(signal);
    const { timeout } = this.settings;
    try {
      this.connection = await deadline(this, opening, "opening the connection", timeout, signal, "no");
    } catch (error) {
      // Should it open after all, nobody wants it any more. A failure to open was told already.
      opening.then((late) => late.close()).catch(() => undefined);
      throw error;
    }
  }

  async #openTransport(signal: AbortSignal | undefined): Promise<Connection> {
    this.#opened += 1;
    const opened = this.#opened;
    return await this.transport.open({
      inbound: {
        notification: (message) => this.sessionNotification(message),
        request: (message) => this.serverRequest(message),
        channelLost: (error) => {
          if (!this.#closing) this.sinks?.channelLost(error);
        },
        channelReopened: () => {
          if (!this.#closing) this.sinks?.channelReopened();
        },
        // A connection that was replaced has no say any more.
        closed: (error) => {
          if (opened === this.#opened) this.end(error);
        },
      },
      diagnostics: this.diagnostics,
      clock: this.clock,
      signal,
      session: this.settings.options.session,
    });
  }

  /** Speaks a revision from now on. */
  speak(dialect: Dialect): void {
    this.dialect = dialect;
    this.routing = { revision: dialect.revision };
    this.baseMeta = dialect.baseMeta(this.settings.identity);
  }

  /** Asks for the channel of unrelated server messages, where the transport has one (HTTP: the standalone GET). */
  openChannel(): void {
    if (this.connection.openChannel === undefined) return;
    this.connection.openChannel(this.routing);
    this.hint ??=
      "the standalone stream is open; a server that handles one request at a time needs getStream: false";
  }

  /** An id no request of this connection had. Never 0: some servers answer everything with 0. */
  nextId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  /** Why nothing can be sent, or undefined while the connection is open. */
  refusal(request: { readonly method: string; readonly params?: unknown }): McpError | undefined {
    if (this.#closing) {
      return transportError(`${describe(request)} on ${this.label} was not sent: the client is closed`, {
        type: "closed",
      });
    }
    if (this.#ended === undefined) return undefined;
    const lost = this.#ended;
    return new McpError(`${describe(request)} was not sent: ${lost.message}`, {
      kind: "transport",
      code: ErrorCode.Transport,
      reason: lost.reason,
      cause: lost,
    });
  }

  sessionNotification(message: JsonRpcNotification): void {
    if (!this.#closing) this.sinks?.notification(message);
  }

  async serverRequest(message: JsonRpcRequest): Promise<JsonRpcResponse | undefined> {
    if (this.#closing || this.sinks === undefined) return undefined;
    return await this.sinks.request(message);
  }

  /** Calls back once when the connection ends, whoever ended it. */
  onEnd(callback: (error: McpError) => void): void {
    if (this.#ended !== undefined) callback(this.#ended);
    else this.#onEnd.push(callback);
  }

  /** The connection ended by itself. Its transport has rejected what was in flight. */
  end(error: McpError): void {
    if (this.#ended !== undefined || this.#closing) return;
    this.#ended = error;
    for (const callback of this.#onEnd) callback(error);
  }

  /** Whether the connection has not ended by itself. */
  get alive(): boolean {
    return this.#ended === undefined;
  }

  /** Nothing is sent any more: every call settles, then whoever waits for the end is told. */
  stop(): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#rejectActive();
    const error = transportError(`the connection to ${this.label} was closed by this client`, {
      type: "closed",
    });
    if (this.#ended === undefined) for (const callback of this.#onEnd) callback(error);
  }

  /** Gives up every call in flight, except streams that outlive the client. */
  #rejectActive(): void {
    for (const call of this.active.all()) {
      if (call.survivesClose) continue;
      const text = `${call.subject} on ${this.label} was given up: the client was closed`;
      call.giveUp(transportError(text, { type: "closed" }, { sent: "maybe" }), "the client closes");
    }
  }
}
