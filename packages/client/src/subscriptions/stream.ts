import {
  ErrorCode,
  isFailure,
  isMcpError,
  isObject,
  type JsonObject,
  type JsonRpcNotification,
  McpError,
  own,
  type SubscriptionFilter,
  serverError,
  type TimerHandle,
  transportError,
  withMeta,
} from "@snodo/protocol";
import { Call } from "../calls/call.ts";
import { traceMeta } from "../calls/outgoing.ts";
import type { Core } from "../connection/core.ts";
import type { SubscriptionEnd } from "./events.ts";
import type { ListenOptions } from "./options.ts";

/** An acknowledged `subscriptions/listen` stream. */
export interface ListenStream {
  readonly accepted: SubscriptionFilter;
  /** Resolves when the stream is over, whoever ended it. Never rejects. */
  readonly ended: Promise<SubscriptionEnd>;
  /** Ends the stream and tells the server. */
  cancel(): void;
}

/** What {@link openStream} needs to know. */
export interface StreamRequest {
  readonly filter: SubscriptionFilter;
  readonly options: ListenOptions;
  /** How long to wait for the acknowledgement, in milliseconds, or undefined. */
  readonly timeout: number | undefined;
  /** Told of the acknowledgement before the first event that follows it, which may come in the same turn. */
  agreed?(accepted: SubscriptionFilter): void;
  /** Takes each event. */
  event(message: JsonRpcNotification): void;
}

/**
 * Opens one stream and waits for its acknowledgement.
 *
 * Spec: 2026-07-28 basic/patterns/subscriptions.
 *
 * @throws McpError for an error answer, a stream that ends unacknowledged (-32000), no acknowledgement in time (-32001)
 */
export function openStream(core: Core, request: StreamRequest): Promise<ListenStream> {
  return new Promise((resolve, reject) => new Opening(core, request, resolve, reject).start());
}

/** A stream on its way to being acknowledged, and from then on its end. */
class Opening {
  readonly #core: Core;
  readonly #request: StreamRequest;
  readonly #resolve: (stream: ListenStream) => void;
  readonly #reject: (error: unknown) => void;
  readonly #ended: Promise<SubscriptionEnd>;
  #finish: (end: SubscriptionEnd) => void = () => undefined;
  #call: Call | undefined;
  #acknowledged = false;
  #timer: TimerHandle;
  readonly #abort = (): void =>
    this.#call?.giveUp(this.#request.options.signal?.reason, "the caller gave up");

  constructor(
    core: Core,
    request: StreamRequest,
    resolve: (stream: ListenStream) => void,
    reject: (error: unknown) => void,
  ) {
    this.#core = core;
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#ended = new Promise((finish) => {
      this.#finish = finish;
    });
  }

  start(): void {
    const { link } = this.#core;
    const { filter, options, timeout } = this.#request;
    const parts = { base: link.baseMeta, meta: options.meta, fixed: traceOf(options) };
    const params = withMeta({ notifications: filter }, parts) ?? {};
    const message = { jsonrpc: "2.0", id: link.nextId(), method: "subscriptions/listen", params } as const;
    const headers = options.extension?.headers?.(message.method, params, link.dialect.revision);
    const routing = { revision: link.dialect.revision, stream: true, headers };
    // No time limit: the answer is the end of the stream. The acknowledgement has its own.
    const limits = {
      timeout: undefined,
      // Until then it is a call like any other, which somebody waits for.
      survivesClose: () => this.#acknowledged && link.connection.independentStreams === true,
      onNotification: (notification: JsonRpcNotification) => this.#notification(notification),
    };
    if (timeout !== undefined) {
      this.#timer = link.clock.setTimeout(
        () => this.#call?.giveUp(late(this.#core, timeout), "no acknowledgement in time"),
        timeout,
      );
    }
    options.signal?.addEventListener("abort", this.#abort);
    Call.run(link, message, routing, limits, (call) => {
      this.#call = call;
    }).then(
      (response) => {
        const error = isFailure(response) ? serverError(response.error) : undefined;
        this.#over(
          error ?? unacknowledged(this.#core),
          error === undefined ? { type: "complete" } : { type: "failed", error },
        );
      },
      (error: unknown) =>
        this.#over(error, {
          type: "failed",
          error: isMcpError(error) ? error : interrupted(this.#core, error),
        }),
    );
  }

  #notification(message: JsonRpcNotification): void {
    switch (message.method) {
      case "notifications/subscriptions/acknowledged":
        this.#acknowledge(message.params);
        return;
      case "notifications/cancelled":
        // The other way of a server to end a stream, on a pipe.
        this.#finish({ type: "complete" });
        this.#call?.giveUp(unacknowledged(this.#core), "the server ended the subscription");
        return;
      default:
        this.#core.cache?.invalidate(message);
        this.#request.event(message);
    }
  }

  #acknowledge(params: JsonObject | undefined): void {
    if (this.#acknowledged) return;
    this.#acknowledged = true;
    this.#stopWaiting();
    const given = params === undefined ? undefined : own(params, "notifications");
    const accepted = isObject(given) ? (given as SubscriptionFilter) : {};
    this.#request.agreed?.(accepted);
    this.#resolve({
      accepted,
      ended: this.#ended,
      cancel: () => this.#cancel(),
    });
  }

  #cancel(): void {
    const error = transportError(
      `the subscription on ${this.#core.link.label} was closed`,
      { type: "closed" },
      { sent: "yes" },
    );
    this.#call?.giveUp(error, "the subscription was closed");
  }

  #over(error: unknown, end: SubscriptionEnd): void {
    this.#stopWaiting();
    if (!this.#acknowledged) this.#reject(error);
    this.#finish(end);
  }

  #stopWaiting(): void {
    if (this.#timer !== undefined) this.#core.link.clock.clearTimeout(this.#timer);
    this.#request.options.signal?.removeEventListener("abort", this.#abort);
  }
}

function traceOf({ traceContext }: ListenOptions): JsonObject | undefined {
  return traceContext === undefined ? undefined : traceMeta(traceContext);
}

function late(core: Core, timeoutMs: number): McpError {
  return new McpError(
    `subscriptions/listen on ${core.link.label} was not acknowledged within ${timeoutMs} ms`,
    {
      kind: "transport",
      code: ErrorCode.Timeout,
      reason: { type: "timeout", timeoutMs },
      sent: "maybe",
    },
  );
}

function unacknowledged(core: Core): McpError {
  return transportError(
    `subscriptions/listen on ${core.link.label} failed: the server ended the stream without acknowledging it`,
    { type: "stream_ended" },
    { sent: "yes" },
  );
}

function interrupted(core: Core, cause: unknown): McpError {
  return transportError(`the subscription on ${core.link.label} ended`, { type: "closed" }, { cause });
}
