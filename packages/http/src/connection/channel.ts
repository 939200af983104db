import {
  answeredId,
  type DiagnosticLevel,
  type Inbound,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  META,
  own,
  quote,
  type RequestId,
  type Routing,
} from "@snodo/protocol";
import type { Call } from "../call/call.ts";
import { deliver, type MessageSink, parse } from "../response/deliver.ts";
import type { EventStream, StreamEnd, StreamReader } from "../sse/event-stream.ts";

/** What the standalone stream needs of its connection. */
export interface ChannelHost {
  readonly inbound: Inbound;
  /** The request with this id, while it is in flight. */
  inFlight(id: RequestId): Call | undefined;
  /** Opens the GET. */
  openStream(routing: Routing, reader: StreamReader): EventStream;
  answerLater(message: JsonRpcRequest, answer: Promise<JsonRpcResponse | undefined>, routing: Routing): void;
  report(level: DiagnosticLevel, code: string, message: string): void;
  /** The stream is over, so what was to be answered on it will not be. `expected` when the server never offered one. */
  channelOver(problem: string, expected: boolean): void;
}

/**
 * The standalone stream of the initialize era, on which the server sends what belongs to no request. Nothing waits
 * for it, and nothing but it fails when it does.
 *
 * Spec: 2025-11-25 basic/transports, Listening for Messages from the Server.
 */
export class Channel implements StreamReader, MessageSink {
  readonly #host: ChannelHost;
  #stream: EventStream | undefined;
  #routing: Routing | undefined;
  #session: string | undefined;
  /** Noise was reported before: a server that sends some with each heartbeat does so for as long as it runs. */
  #noisy = false;

  constructor(host: ChannelHost) {
    this.#host = host;
  }

  /** Whether the server has a stream to send on, or is being asked for one. */
  get open(): boolean {
    return this.#stream !== undefined;
  }

  /**
   * Opens the stream, unless it is open for this session.
   *
   * @param routing - of the session
   * @param session - its id, if the server issued one
   */
  start(routing: Routing, session: string | undefined): void {
    if (this.#stream !== undefined && this.#session === session) return;
    this.stop();
    this.#routing = routing;
    this.#session = session;
    this.#stream = this.#host.openStream(routing, this);
  }

  /** Opens the stream of a new session, if there was one of the last. */
  renew(session: string | undefined): void {
    if (this.#routing !== undefined && this.#session !== session) this.start(this.#routing, session);
  }

  stop(): void {
    this.#stream?.stop();
    this.#stream = undefined;
  }

  message(data: string): void {
    const parsed = parse(data);
    if ("problem" in parsed) this.invalid(`not JSON: ${quote(data, 200)}`);
    else deliver(parsed.value, this);
  }

  tooLarge(): "skip" {
    this.#host.report(
      "warning",
      "event_too_large",
      "the server sent an event larger than maxResponseBytes on its event stream; it is skipped",
    );
    return "skip";
  }

  reopened(): void {
    this.#host.inbound.channelReopened?.();
  }

  ended(end: StreamEnd): void {
    this.#stream = undefined;
    switch (end.type) {
      case "refused":
        this.#host.report("debug", "no_event_stream", `the server offers no event stream (${end.problem})`);
        // One that was open before is lost, with its session as a rule: whoever watches must know.
        this.#host.channelOver(end.problem, !end.wasOpen);
        return;
      case "lost":
        this.#host.report(
          "warning",
          "stream_lost",
          `the event stream was lost ${end.failures} times in a row (${quote(end.problem, 200)}); what the server sends on it no longer arrives`,
        );
        this.#host.channelOver(end.problem, false);
    }
  }

  answer(response: JsonRpcResponse): void {
    const { id } = response;
    const known = id === undefined || id === null ? undefined : this.#host.inFlight(answeredId(id) ?? id);
    if (known !== undefined) known.receive(response);
    else
      this.invalid(`an answer to request ${quote(JSON.stringify(id) ?? "none", 80)}, which is not in flight`);
  }

  notification(message: JsonRpcNotification): void {
    const owner = this.#ownerOf(message);
    if (owner !== undefined) owner.exchange.notification(message);
    else this.#host.inbound.notification(message);
  }

  request(message: JsonRpcRequest): void {
    if (this.#routing === undefined) return;
    this.#host.answerLater(message, this.#host.inbound.request(message), this.#routing);
  }

  invalid(problem: string): void {
    this.#host.report(
      this.#noisy ? "debug" : "warning",
      "invalid_message",
      `the server sent something that is no message of its event stream: ${problem}`,
    );
    this.#noisy = true;
  }

  /** Some servers report the progress of a request here rather than on its own response. */
  #ownerOf({ method, params }: JsonRpcNotification): Call | undefined {
    if (method !== "notifications/progress" || params === undefined) return undefined;
    return this.#host.inFlight(own(params, META.progressToken) as RequestId);
  }
}
