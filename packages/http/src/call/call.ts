import {
  cancellationOf,
  type Era,
  type Exchange,
  eraOf,
  type InFlight,
  isMcpError,
  type JsonRpcRequest,
  type JsonRpcResponse,
  Settlement,
  type Settler,
  type TimerHandle,
} from "@snodo/protocol";
import type { ResponseHeaders, Running } from "../exchange/exchange.ts";
import * as failures from "../failures.ts";
import { postOf } from "../request/post.ts";
import type { WireFailure, WireSink } from "../request/wire.ts";
import { type BodyReader, TextBody } from "../response/body.ts";
import { decide, mediaTypeOf } from "../response/decide.ts";
import { EventReader, type EventSink } from "../sse/event-reader.ts";
import type { EventStream, StreamEnd } from "../sse/event-stream.ts";
import { IdleTimer } from "../sse/idle-timer.ts";
import { wireFailure } from "./failure.ts";
import type { CallHost } from "./host.ts";
import { Inbox, type InboxOwner } from "./inbox.ts";
import { refusal } from "./refusal.ts";

/** How much of an error page is of use. */
const PAGE_START = 8 * 1024;

/** One request and its answer: over one response as a rule, over more when a stream is resumed. */
export class Call implements InFlight, WireSink, EventSink, InboxOwner {
  readonly request: JsonRpcRequest;
  readonly exchange: Exchange;
  /** True when closing the client leaves this request alone. */
  readonly independent: boolean;
  /** The last status the server answered with. */
  status: number | undefined;
  /** The headers of that response. */
  headers: ResponseHeaders | undefined;
  /** True when the answer is expected on the standalone stream. */
  elsewhere = false;
  settled = false;
  /** Where its connection keeps it. */
  slot = -1;
  readonly #host: CallHost;
  readonly #inbox: Inbox;
  readonly #era: Era | undefined;
  readonly #end = new Settlement();
  #running: Running | undefined;
  #reader: BodyReader | undefined;
  #stream: EventStream | undefined;
  #idle: IdleTimer | undefined;
  /** Tells that the stream has ended whose answer came before. */
  #lingering: (() => void) | undefined;
  #timer: TimerHandle;
  #session: string | undefined;
  #retries = 0;
  #lastEventId: string | undefined;
  #retry: number | undefined;

  constructor(host: CallHost, request: JsonRpcRequest, exchange: Exchange) {
    const { revision, stream } = exchange.routing;
    this.#host = host;
    this.request = request;
    this.exchange = exchange;
    this.#era = revision === undefined ? undefined : eraOf(revision);
    this.independent = stream === true && this.#era === "stateless";
    this.#inbox = new Inbox(host, request, exchange, this);
  }

  get response(): Promise<JsonRpcResponse> {
    return this.#end.response;
  }

  settle(settler: Settler): void {
    this.#end.settle(settler);
  }

  send(): void {
    const { request, exchange } = this;
    const { routing } = exchange;
    this.#session = this.#era === "initialize" ? this.#host.session.id : undefined;
    const { url, headers, wire } = this.#host;
    const outgoing = postOf(request, this.#subject, () => headers.post(request, routing, this.#session));
    if ("error" in outgoing) this.fail(outgoing.error);
    else
      this.#running = wire.start(
        { url, ...outgoing, subject: request, interactive: true, hold: exchange },
        this,
      );
  }

  cancel(reason: string): void {
    if (this.settled) return;
    const { request, exchange } = this;
    this.#finish();
    this.#running?.cancel();
    if (cancellationOf(exchange.routing.revision, request.method, "http") === "notify") {
      this.#host.cancelled(request, reason, exchange.routing);
    }
  }

  /** Settles with an error; whatever still runs is given up. */
  fail(error: unknown): void {
    if (this.settled) return;
    this.#finish();
    this.#running?.cancel();
    this.#end.fail(error);
  }

  answered(response: JsonRpcResponse): void {
    if (this.settled) return;
    const events = this.#reader instanceof EventReader ? this.#running : undefined;
    this.#finish();
    if (events !== undefined) this.#lingering = this.#host.linger(events);
    this.#end.answer(response);
  }

  broken(problem: string): void {
    this.fail(failures.messageFailure(this.#subject, problem));
  }

  /** Takes a message that came for this request on another stream. */
  receive(response: JsonRpcResponse): void {
    this.#inbox.answer(response);
    if (this.settled) this.#running?.cancel();
  }

  head(status: number, headers: ResponseHeaders): void {
    this.status = status;
    this.headers = headers;
    const contentType = headers.get("content-type");
    const mediaType = mediaTypeOf(contentType);
    const { channel } = this.#host;
    const outcome = decide({ status, mediaType, expects: "answer", era: this.#era, channel });
    switch (outcome.type) {
      case "json":
        return this.#readText((text) => this.#body(text));
      case "events":
        return this.#readEvents();
      case "failure":
        return this.#readText((text) => this.#refused(text), outcome.json ? undefined : PAGE_START);
      case "content_type":
        return this.fail(failures.contentTypeFailure(this.#subject, status, contentType ?? ""));
      case "elsewhere":
        this.elsewhere = true;
        return;
      case "no_answer":
      case "taken":
        return this.fail(failures.noAnswerFailure(this.#subject, status));
    }
  }

  data(chunk: Uint8Array): void {
    this.#idle?.touch();
    this.#reader?.data(chunk);
  }

  end(): void {
    this.#reader?.end();
    if (this.settled) this.#lingering?.();
    else if (this.#reader instanceof EventReader) this.#streamOver(undefined);
  }

  failed(failure: WireFailure): void {
    if (this.settled) {
      this.#lingering?.();
      return;
    }
    if (failure.type === "network" && this.#reader instanceof EventReader) {
      this.#streamOver(failure.error);
      return;
    }
    const hint = this.#host.hint("unreachable");
    this.#failOrRetry(
      wireFailure(this.#subject, this.#host.url, failure, { answered: this.status !== undefined, hint }),
    );
  }

  event(data: string, event: string | undefined, id: string | undefined): void {
    if (id !== undefined) this.#lastEventId = id;
    // An event without data only carries an id, to resume from.
    if (data !== "" && (event === undefined || event === "message")) this.#inbox.event(data);
  }

  retry(milliseconds: number): void {
    this.#retry = milliseconds;
  }

  tooLarge(): "stop" {
    this.fail(failures.sizeFailure(this.#subject, this.#host.maxResponseBytes, this.status));
    return "stop";
  }

  get #subject(): failures.Subject {
    return { message: this.request, label: this.#host.label };
  }

  #readText(text: (text: string) => void, enough?: number): void {
    const limit = this.#host.maxResponseBytes;
    if (Number(this.headers?.get("content-length") ?? 0) > limit) {
      this.tooLarge();
      return;
    }
    this.#reader = new TextBody(limit, { text, tooLarge: () => this.tooLarge() }, enough);
  }

  #readEvents(): void {
    const { maxResponseBytes: limit, idleTimeout, clock } = this.#host;
    const stream = this.exchange.routing.stream === true ? undefined : limit;
    this.#reader = new EventReader({ stream, event: limit }, this);
    if (idleTimeout !== undefined) {
      this.#idle = new IdleTimer(clock, idleTimeout, () => {
        this.#running?.cancel();
        this.#streamOver(new Error(`nothing came for ${idleTimeout} ms`));
      });
    }
  }

  #body(text: string): void {
    if (text.trim() === "") this.fail(failures.noAnswerFailure(this.#subject, this.status ?? 200));
    else this.#inbox.body(text);
  }

  #refused(body: string): void {
    const { status, headers } = this;
    if (status === undefined || headers === undefined) return;
    const { id } = this.request;
    const hint = this.#host.hint("refused");
    const seen = refusal(this.#subject, {
      status,
      headers,
      body,
      id,
      session: this.#session !== undefined,
      hint,
    });
    if ("response" in seen) {
      this.answered(seen.response);
      return;
    }
    if (this.#session !== undefined && isMcpError(seen.error, "session_expired")) {
      this.#host.session.forget(this.#session);
    }
    this.#failOrRetry(seen.error);
  }

  /** The stream ended without the answer: resume it where the revision has that and the server gave an event id. */
  #streamOver(cause: unknown): void {
    this.#idle?.stop();
    const { revision } = this.exchange.routing;
    if (this.#era === "initialize" && revision !== undefined && this.#lastEventId !== undefined) {
      this.#running = undefined;
      this.#reader = undefined;
      const reader = {
        message: (data: string) => this.#inbox.event(data),
        tooLarge: () => this.tooLarge(),
        ended: (end: StreamEnd) => this.fail(failures.resumeFailure(this.#subject, end, cause)),
      };
      const start = { lastEventId: this.#lastEventId, retry: this.#retry, wait: true };
      this.#stream = this.#host.resume(revision, reader, start);
      return;
    }
    this.#failOrRetry(failures.streamEndFailure(this.#subject, cause, this.#inbox.unreadable));
  }

  #failOrRetry(error: unknown): void {
    const { request, exchange } = this;
    const delay = isMcpError(error)
      ? this.#host.retryDelay(request, exchange.routing, error, this.#retries)
      : undefined;
    if (delay === undefined || this.settled) {
      this.fail(error);
      return;
    }
    this.#running?.cancel();
    this.#reader = undefined;
    this.status = undefined;
    this.#retries += 1;
    this.#timer = this.#host.clock.setTimeout(() => this.send(), delay);
  }

  #finish(): void {
    this.settled = true;
    this.#idle?.stop();
    this.#stream?.stop();
    if (this.#timer !== undefined) this.#host.clock.clearTimeout(this.#timer);
    this.#host.settled(this);
  }
}
