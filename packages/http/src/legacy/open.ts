import {
  type Clock,
  type Connection,
  type Diagnostics,
  isMcpError,
  type JsonRpcMessage,
  type JsonRpcRequest,
  type McpError,
  type MessagePipe,
  type OpenContext,
  type PipeConnection,
  pipeConnection,
  quote,
  transportError,
} from "@snodo/protocol";
import { wireFailure } from "../call/failure.ts";
import type { OneWayHost } from "../call/host.ts";
import { OneWay } from "../call/one-way.ts";
import { refusal } from "../call/refusal.ts";
import type { ResponseHeaders, Running } from "../exchange/exchange.ts";
import * as failures from "../failures.ts";
import type { WireFailure, WireSink } from "../request/wire.ts";
import { TextBody } from "../response/body.ts";
import { mediaTypeOf } from "../response/decide.ts";
import type { Settings } from "../settings.ts";
import { EventReader, type EventSink } from "../sse/event-reader.ts";
import { IdleTimer } from "../sse/idle-timer.ts";
import { resolveEndpoint } from "./endpoint.ts";

/** An HTTP+SSE connection that is being opened. */
export interface LegacyAttempt {
  /** Resolves once the server said where to post; rejects with an `McpError`, or what a token provider threw. */
  readonly opened: Promise<Connection>;
  cancel(): void;
}

/**
 * Opens HTTP+SSE (2024-11-05): one event stream for what the server says, a POST for each message to it.
 *
 * @param settings - of the transport
 * @param context - what `Transport.open` was given
 * @param host - sends the messages
 */
export function openLegacy(settings: Settings, context: OpenContext, host: OneWayHost): LegacyAttempt {
  const stream = new LegacyStream(settings, context, host);
  return { opened: stream.opened, cancel: () => stream.cancel() };
}

const OPENING = { method: "opening the event stream" };

class LegacyStream implements MessagePipe, WireSink, EventSink {
  readonly opened: Promise<Connection>;
  readonly #settings: Settings;
  readonly #clock: Clock;
  readonly #diagnostics: Diagnostics;
  readonly #host: OneWayHost;
  readonly #connection: PipeConnection;
  readonly #running: Running;
  #resolve!: (connection: Connection) => void;
  #reject!: (error: unknown) => void;
  #timer: unknown;
  #idle: IdleTimer | undefined;
  #reader: EventReader | TextBody | undefined;
  #endpoint: string | undefined;
  #over = false;

  constructor(settings: Settings, context: OpenContext, host: OneWayHost) {
    this.#settings = settings;
    this.#clock = context.clock;
    this.#diagnostics = context.diagnostics;
    this.#host = host;
    this.#connection = pipeConnection(this, context, settings.label);
    this.opened = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const { endpointTimeout } = settings;
    if (endpointTimeout !== undefined) {
      const late = (): void => this.giveUp(`no endpoint event came within ${endpointTimeout} ms`);
      this.#timer = this.#clock.setTimeout(late, endpointTimeout);
    }
    const headers = host.headers.get(undefined);
    this.#running = host.wire.start(
      { url: settings.url, method: "GET", headers, subject: OPENING, interactive: true },
      this,
    );
  }

  /** Harmless once it is open: then the connection is what is closed. */
  cancel(): void {
    if (this.#endpoint === undefined) this.giveUp("it was given up");
  }

  giveUp(problem: string): void {
    this.#end(
      transportError(`${this.#what} failed: ${problem}`, { type: "connection_lost" }, { sent: "yes" }),
    );
  }

  async send(message: JsonRpcMessage): Promise<void> {
    const url = this.#endpoint ?? this.#settings.url;
    const subject = "method" in message ? message : { method: "the answer to the server's request" };
    await OneWay.post(this.#posting(url), message, subject, { revision: undefined });
  }

  #posting(url: string): OneWayHost {
    const { label, wire, headers, session, clock } = this.#host;
    return { url, label, wire, headers, session, clock, linger: (running) => this.#host.linger(running) };
  }

  close(): Promise<void> {
    this.#release();
    return Promise.resolve();
  }

  head(status: number, headers: ResponseHeaders): void {
    const ok = status >= 200 && status < 300;
    const contentType = headers.get("content-type");
    if (ok && mediaTypeOf(contentType) === "text/event-stream") {
      const { idleTimeout, maxResponseBytes } = this.#settings;
      this.#reader = new EventReader({ event: maxResponseBytes }, this);
      if (idleTimeout !== undefined) {
        this.#idle = new IdleTimer(this.#clock, idleTimeout, () =>
          this.giveUp(`nothing came for ${idleTimeout} ms`),
        );
      }
      return;
    }
    if (ok) {
      this.#end(failures.contentTypeFailure(this.#subject, status, contentType ?? "no content type"));
      return;
    }
    const refused = (body: string): void => {
      const seen = refusal(this.#subject, { status, headers, body, id: undefined, session: false });
      if ("error" in seen) this.#end(seen.error);
    };
    const limit = this.#settings.maxResponseBytes;
    this.#reader = new TextBody(limit, { text: refused, tooLarge: () => refused("") }, 8 * 1024);
  }

  data(chunk: Uint8Array): void {
    this.#idle?.touch();
    this.#reader?.data(chunk);
  }

  end(): void {
    this.#reader?.end();
    this.giveUp("the server ended the event stream");
  }

  failed(failure: WireFailure): void {
    this.#end(
      wireFailure(this.#subject, this.#settings.url, failure, { answered: this.#reader !== undefined }),
    );
  }

  event(data: string, event: string | undefined): void {
    if (event === "endpoint") this.#opened(data);
    else if (data !== "" && (event === undefined || event === "message")) this.#message(data);
  }

  /** There is nothing to reconnect to: with the stream the conversation is over. */
  retry(): void {}

  /** As on any pipe, the message is dropped and its request runs out of time. */
  tooLarge(): "skip" {
    this.#diagnostics.report({
      level: "warning",
      code: "event_too_large",
      message: "the server sent a message larger than maxResponseBytes; it is skipped",
      server: this.#settings.label,
    });
    return "skip";
  }

  get #subject(): failures.Subject {
    return { message: OPENING, label: this.#settings.label };
  }

  get #what(): string {
    return `the HTTP+SSE connection to ${this.#settings.label}`;
  }

  #opened(data: string): void {
    if (this.#endpoint !== undefined) return;
    const endpoint = resolveEndpoint(data, this.#settings.url, this.#settings.messageEndpoint);
    if ("problem" in endpoint) {
      this.giveUp(endpoint.problem);
      return;
    }
    this.#endpoint = endpoint.url;
    this.#clock.clearTimeout(this.#timer);
    this.#resolve(this.#connection);
  }

  #message(data: string): void {
    let message: unknown;
    try {
      message = JSON.parse(data);
    } catch {
      // The correlator reports what is no message.
      message = quote(data, 200);
    }
    this.#connection.receive(message);
  }

  #end(error: unknown): void {
    if (this.#over) return;
    this.#release();
    this.#reject(error);
    if (this.#endpoint === undefined) return;
    this.#connection.end((request) => this.#lost(error, request));
  }

  #lost(error: unknown, request: JsonRpcRequest | undefined): McpError {
    if (request === undefined && isMcpError(error)) return error;
    const message = request ?? OPENING;
    return failures.networkFailure(
      { message, label: this.#settings.label },
      this.#settings.url,
      error,
      "maybe",
    );
  }

  #release(): void {
    this.#over = true;
    this.#clock.clearTimeout(this.#timer);
    this.#idle?.stop();
    this.#running.cancel();
  }
}
