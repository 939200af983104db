import {
  type CacheScope,
  type Connection,
  type Diagnostic,
  type Exchange,
  type InFlight,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type McpError,
  messageOf,
  type OpenContext,
  quote,
  type RequestId,
  type Revision,
  type Routing,
  Slots,
  transportError,
} from "@snodo/protocol";
import { Call } from "../call/call.ts";
import type { CallHost } from "../call/host.ts";
import { OneWay } from "../call/one-way.ts";
import { corsHint, currentPage } from "../cors.ts";
import type { HttpExchange, Running } from "../exchange/exchange.ts";
import * as failures from "../failures.ts";
import { ProtocolHeaders } from "../request/protocol-headers.ts";
import { Wire } from "../request/wire.ts";
import { retryDelay } from "../retry.ts";
import { endSession } from "../session/end-session.ts";
import { Session } from "../session/session.ts";
import type { Settings } from "../settings.ts";
import { EventStream, type StreamReader, type StreamStart } from "../sse/event-stream.ts";
import { Answers, type AnswersHost } from "./answers.ts";
import { cacheScope } from "./cache-scope.ts";
import { Channel, type ChannelHost } from "./channel.ts";
import { Lingering } from "./lingering.ts";
import { Opening } from "./opening.ts";

/** How long messages under way may take when the connection is closed, in milliseconds. */
const CLOSE_GRACE = 1000;
/** How long closing may take in all, in milliseconds, the end of the session included. */
const CLOSE_LIMIT = 5000;

/** A connection over Streamable HTTP: nothing is open between requests but idle sockets. */
export class HttpConnection implements Connection, CallHost, ChannelHost, AnswersHost {
  readonly streaming = true;
  readonly mirrorsHeaders = true;
  readonly independentStreams = true;
  readonly cacheScope: CacheScope;
  readonly url: string;
  readonly label: string;
  readonly wire: Wire;
  readonly headers: ProtocolHeaders;
  readonly session: Session;
  readonly clock: OpenContext["clock"];
  readonly inbound: OpenContext["inbound"];
  readonly maxResponseBytes: number;
  readonly idleTimeout: number | undefined;
  readonly #settings: Settings;
  readonly #context: OpenContext;
  readonly #exchange: HttpExchange;
  readonly #calls: Slots<Call> = new Slots();
  readonly #channel: Channel = new Channel(this);
  readonly #answers: Answers = new Answers(this);
  readonly #lingering: Lingering;
  /** Set once the server turned out to speak HTTP+SSE: everything then goes through it. */
  #legacy: Connection | undefined;
  /** The last handshake, which may be looking for HTTP+SSE. */
  #opening: Opening | undefined;
  #closing: Promise<void> | undefined;
  /** When the server was told that its session ends: what it took over that is not granted again. */
  #endingSince: number | undefined;
  #afterLast: (() => void) | undefined;

  constructor(settings: Settings, context: OpenContext, exchange: HttpExchange) {
    const { url, label, headers, dynamicHeaders, tokenProvider } = settings;
    const { clock, diagnostics } = context;
    this.#settings = settings;
    this.#context = context;
    this.#exchange = exchange;
    this.#lingering = new Lingering(clock);
    this.url = url;
    this.label = label;
    this.clock = clock;
    this.inbound = context.inbound;
    this.maxResponseBytes = settings.maxResponseBytes;
    this.idleTimeout = settings.idleTimeout;
    const linger = (running: Running): (() => void) => this.#lingering.add(running);
    this.wire = new Wire({
      exchange,
      label,
      diagnostics,
      tokenProvider,
      server: url,
      dynamicHeaders,
      linger,
    });
    this.wire.warnIgnored(headers);
    this.headers = new ProtocolHeaders(headers.list);
    this.session = new Session(diagnostics, label, context.session?.id);
    this.cacheScope = cacheScope({ url, headers: headers.list, dynamicHeaders, tokenProvider });
  }

  get sessionId(): string | undefined {
    return this.session.id;
  }

  get channel(): boolean {
    return this.#channel.open;
  }

  send(request: JsonRpcRequest, exchange: Exchange): InFlight {
    if (this.#legacy !== undefined) return this.#legacy.send(request, exchange);
    const call = new Call(this, request, exchange);
    if (this.#closing !== undefined) {
      call.fail(failures.closedFailure({ message: request, label: this.label }, "no"));
      return call;
    }
    call.slot = this.#calls.add(call);
    call.send();
    if (request.method !== "initialize") return call;
    this.#opening = new Opening(this, call, this.#settings, this.#context);
    return this.#opening;
  }

  async notify(message: JsonRpcNotification, routing: Routing): Promise<void> {
    if (this.#legacy?.notify !== undefined) return await this.#legacy.notify(message, routing);
    if (this.#closing !== undefined) {
      throw failures.closedFailure({ message, label: this.label }, "no");
    }
    await OneWay.post(this, message, message, routing);
    // The handshake of a new session is over.
    if (message.method !== "notifications/initialized" || this.#closing !== undefined) return;
    this.#channel.renew(this.session.id);
  }

  async endSession(routing: Routing): Promise<void> {
    const { id } = this.session;
    if (id === undefined) return;
    this.#endingSince = this.clock.now();
    await endSession(this, id, routing);
  }

  openChannel(routing: Routing): void {
    if (!this.#settings.getStream || this.#legacy !== undefined || this.#closing !== undefined) return;
    this.#channel.start(routing, this.session.id);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** From now on the server is spoken to over HTTP+SSE. */
  adoptLegacy(connection: Connection): void {
    this.#legacy = connection;
    if (this.#closing !== undefined) void connection.close();
  }

  settled(call: Call): void {
    this.#calls.remove(call.slot, call);
    if (this.#calls.size === 0) this.#afterLast?.();
  }

  inFlight(id: RequestId): Call | undefined {
    return this.#calls.find(({ request }) => request.id === id);
  }

  linger(running: Running): () => void {
    return this.#lingering.add(running);
  }

  get closed(): boolean {
    return this.#closing !== undefined;
  }

  answerLater(request: JsonRpcRequest, answer: Promise<JsonRpcResponse | undefined>, routing: Routing): void {
    this.#answers.later(request, answer, routing);
  }

  cancelled({ id, method }: JsonRpcRequest, reason: string, routing: Routing): void {
    const message: JsonRpcNotification = {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: id, reason },
    };
    OneWay.post(this, message, message, routing).catch((error: unknown) =>
      this.report(
        "debug",
        "cancel_not_sent",
        `the server was not told that ${method} was given up: ${messageOf(error)}`,
      ),
    );
  }

  resume(revision: Revision, reader: StreamReader, start: StreamStart): EventStream {
    const stream = this.#eventStream(revision, reader, false);
    stream.start(start);
    return stream;
  }

  openStream({ revision }: Routing, reader: StreamReader): EventStream {
    const stream = this.#eventStream(revision, reader, true);
    stream.start();
    return stream;
  }

  channelOver(problem: string, expected: boolean): void {
    for (const call of this.#calls.all()) {
      if (!call.elsewhere) continue;
      call.fail(failures.streamLostFailure({ message: call.request, label: this.label }, problem));
    }
    if (expected || this.#closing !== undefined) return;
    this.inbound.channelLost?.(
      transportError(
        `the event stream of ${this.label} is lost: ${quote(problem, 200)}; what the server sends on it no longer arrives`,
        { type: "stream_lost" },
      ),
    );
  }

  retryDelay(
    { method }: JsonRpcRequest,
    { revision, stream }: Routing,
    error: McpError,
    retries: number,
  ): number | undefined {
    const policy = this.#settings.retry;
    // What a subscription missed is its owner's to find out.
    if (policy === undefined || stream === true || this.#closing !== undefined) return undefined;
    return retryDelay({ method, revision, retries, error }, policy, this.#settings.random());
  }

  hint(problem: "unreachable" | "refused"): string | undefined {
    return corsHint(problem, this.url, currentPage(), this.session.id !== undefined);
  }

  report(level: Diagnostic["level"], code: string, message: string): void {
    this.#context.diagnostics.report({ level, code, message, server: this.label });
  }

  #eventStream(revision: Revision | undefined, reader: StreamReader, background: boolean): EventStream {
    const { clock, url, maxResponseBytes, idleTimeout } = this;
    const { random, maxStreamFailures: maxFailures } = this.#settings;
    const request = (lastEventId: string | undefined) => ({
      url,
      method: "GET" as const,
      headers: this.headers.get(revision, this.session.id, lastEventId),
      subject: { method: "the event stream" },
      interactive: false,
    });
    const options = {
      wire: this.wire,
      clock,
      random,
      request,
      maxEvent: maxResponseBytes,
      maxFailures,
      background,
      idleTimeout,
    };
    return new EventStream(options, reader);
  }

  async #close(): Promise<void> {
    const open = this.#calls.all();
    for (const call of open) {
      if (call.independent) continue;
      const sent = call.status === undefined ? "maybe" : "yes";
      call.fail(failures.closedFailure({ message: call.request, label: this.label }, sent));
    }
    this.#opening?.cancel("the connection is closed");
    this.#channel.stop();
    this.#lingering.close();
    await this.#legacy?.close();
    const left = CLOSE_LIMIT - (this.clock.now() - (this.#endingSince ?? this.clock.now()));
    if (this.#calls.size === 0) return await this.#closeExchange(left);
    // Subscriptions outlive the client; the sockets go with the last of them.
    this.#afterLast = () => {
      this.#afterLast = undefined;
      void this.#closeExchange(left);
    };
  }

  /** @param left - the milliseconds it may take at most */
  async #closeExchange(left: number): Promise<void> {
    const since = this.clock.now();
    await this.wire.close(grace(left));
    await this.#exchange.close(grace(left - (this.clock.now() - since)));
  }
}

function grace(left: number): number {
  return Math.max(0, Math.min(CLOSE_GRACE, left));
}
