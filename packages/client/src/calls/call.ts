import {
  describe,
  ErrorCode,
  type Exchange,
  type InFlight,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  McpError,
  messageOf,
  quote,
  type Routing,
  type Settler,
  type TimerHandle,
} from "@snodo/protocol";
import type { Link } from "../connection/link.ts";
import { lostCall } from "./lost.ts";
import { onAbort } from "./on-abort.ts";

/** What bounds and observes one request on the wire. */
export interface CallLimits {
  readonly timeout: number | undefined;
  readonly maxTotalTimeout?: number | undefined;
  readonly resetOnProgress?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Takes the notifications of this request. What it throws, or its promise rejects with, ends the request with that. */
  readonly onNotification?: ((message: JsonRpcNotification) => unknown) | undefined;
  /** Takes log messages that name no request, which is how they arrive on a shared pipe. */
  readonly onLog?: ((message: JsonRpcNotification) => void) | undefined;
  /** Says whether closing the client leaves this request alone by now. */
  readonly survivesClose?: (() => boolean) | undefined;
}

/** One request on the wire: sent once, settled once, with one timer at most. */
export class Call implements Exchange, Settler {
  readonly routing: Routing;
  readonly #link: Link;
  readonly #request: JsonRpcRequest;
  readonly #limits: CallLimits;
  readonly #settler: Settler;
  #inFlight: InFlight | undefined;
  #settled = false;
  #slot = -1;
  #givenUp: string | undefined;
  #timer: TimerHandle;
  #idleAt = Number.POSITIVE_INFINITY;
  #totalAt = Number.POSITIVE_INFINITY;
  /** Stops waiting for the caller's signal. */
  #unwatch: (() => void) | undefined;

  /**
   * @param settler - hears of the answer, success or failure, or of an `McpError`, or of the signal's own reason
   */
  constructor(link: Link, request: JsonRpcRequest, routing: Routing, limits: CallLimits, settler: Settler) {
    this.routing = routing;
    this.#link = link;
    this.#request = request;
    this.#limits = limits;
    this.#settler = settler;
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @param started - gets the call, for whoever must be able to give it up
   * @returns the server's answer, success or failure; rejects with an `McpError`, or the signal's own reason
   */
  static run(
    link: Link,
    request: JsonRpcRequest,
    routing: Routing,
    limits: CallLimits,
    started?: (call: Call) => void,
  ): Promise<JsonRpcResponse> {
    return new Promise((answered, failed) => {
      const call = new Call(link, request, routing, limits, { answered, failed });
      started?.(call);
      call.start();
    });
  }

  /** True when closing the client leaves this request alone. */
  get survivesClose(): boolean {
    return this.#limits.survivesClose?.() === true;
  }

  /** Names the request in errors. */
  get subject(): string {
    return describe(this.#request);
  }

  /** Sends the request, once. */
  start(): void {
    const { signal, timeout, maxTotalTimeout } = this.#limits;
    // The client may have been closed since the call was admitted: a second round, a retry.
    const refused = signal?.aborted === true ? signal.reason : this.#link.refusal(this.#request);
    if (refused !== undefined) {
      this.#settle();
      this.#settler.failed(refused);
      return;
    }
    this.#slot = this.#link.active.add(this);
    if (timeout !== undefined || maxTotalTimeout !== undefined) {
      const now = this.#link.clock.now();
      if (timeout !== undefined) this.#idleAt = now + timeout;
      if (maxTotalTimeout !== undefined) this.#totalAt = now + maxTotalTimeout;
      this.#arm(now);
    }
    if (signal !== undefined) {
      this.#unwatch = onAbort(signal, () => this.giveUp(signal.reason, messageOf(signal.reason)));
    }
    this.#send();
  }

  #send(): void {
    try {
      this.#inFlight = this.#link.connection.send(this.#request, this);
    } catch (error) {
      // A transport must not throw; one that does must not leave a call behind.
      this.failed(error);
      return;
    }
    if (this.#inFlight.settle !== undefined) this.#inFlight.settle(this);
    else {
      this.#inFlight.response.then(
        (response) => this.answered(response),
        (error: unknown) => this.failed(error),
      );
    }
    // Given up while it was being sent, by what the server said at once.
    if (this.#givenUp !== undefined) this.#cancel(this.#givenUp);
  }

  answered(response: JsonRpcResponse): void {
    if (this.#settled) return;
    this.#settle();
    this.#settler.answered(response);
  }

  failed(error: unknown): void {
    if (this.#settled) return;
    this.#settle();
    this.#settler.failed(lostCall(this.#request, error));
  }

  /** Rejects with `error` and tells the server, the way the revision says, that nobody waits any more. */
  giveUp(error: unknown, why: string): void {
    if (this.#settled) return;
    this.#settle();
    this.#givenUp = why;
    this.#cancel(why);
    this.#settler.failed(error);
  }

  #cancel(why: string): void {
    try {
      this.#inFlight?.cancel(why);
    } catch (error) {
      // As with `send`: nor may it keep a call, or the timer that serves other calls, from going on.
      this.#report("cancel_failed", "could not tell the server that it was given up", error);
    }
  }

  notification(message: JsonRpcNotification): void {
    if (this.#settled) return;
    const { onNotification, resetOnProgress, timeout } = this.#limits;
    const progress = message.method === "notifications/progress";
    if (progress && resetOnProgress === true && timeout !== undefined) {
      this.#idleAt = this.#link.clock.now() + timeout;
    }
    try {
      if (onNotification !== undefined) {
        const outcome = onNotification(message);
        if (outcome instanceof Promise) outcome.catch((error: unknown) => this.#callbackFailed(error));
        // The stream of one request may carry the progress of a task that another one began.
      } else if (!progress || this.#link.tasks.size > 0) this.#link.sessionNotification(message);
    } catch (error) {
      this.#callbackFailed(error);
    }
  }

  #callbackFailed(error: unknown): void {
    if (this.#settled) this.#report("callback_failed", "has a progress callback that failed", error);
    else this.giveUp(error, "the caller's callback failed");
  }

  #report(code: string, what: string, cause: unknown): void {
    const { label, diagnostics } = this.#link;
    const message = `${describe(this.#request)} on ${label} ${what}: ${quote(messageOf(cause), 200)}`;
    diagnostics.report({ level: "warning", code, message, server: label, cause });
  }

  /** Offers a log message that names no request; says whether it was taken. */
  log(message: JsonRpcNotification): boolean {
    this.#limits.onLog?.(message);
    return this.#limits.onLog !== undefined;
  }

  request(message: JsonRpcRequest): Promise<JsonRpcResponse | undefined> {
    return this.#link.serverRequest(message);
  }

  holdTimeout(): void {
    this.#link.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  restartTimeout(): void {
    if (this.#settled) return;
    const now = this.#link.clock.now();
    if (this.#limits.timeout !== undefined) this.#idleAt = now + this.#limits.timeout;
    this.holdTimeout();
    this.#arm(now);
  }

  /** One timer serves both limits; progress moves a limit without touching the timer, which then looks again. */
  #arm(now: number): void {
    const next = Math.min(this.#idleAt, this.#totalAt);
    if (next === Number.POSITIVE_INFINITY) return;
    this.#timer = this.#link.clock.setTimeout(
      () => {
        const later = this.#link.clock.now();
        if (later >= this.#totalAt) this.#expireTotal();
        else if (later >= this.#idleAt) this.#expire();
        else this.#arm(later);
      },
      Math.max(0, next - now),
    );
  }

  #expire(): void {
    const timeoutMs = this.#limits.timeout ?? 0;
    const hint = this.#link.hint === undefined ? "" : `; ${this.#link.hint}`;
    const text = `${describe(this.#request)} on ${this.#link.label} timed out after ${timeoutMs} ms${hint}`;
    this.giveUp(
      new McpError(text, {
        kind: "transport",
        code: ErrorCode.Timeout,
        reason: { type: "timeout", timeoutMs },
        sent: "maybe",
      }),
      `timed out after ${timeoutMs} ms`,
    );
  }

  #expireTotal(): void {
    const maxTotalTimeoutMs = this.#limits.maxTotalTimeout ?? 0;
    this.giveUp(
      new McpError("Maximum total timeout exceeded", {
        kind: "transport",
        code: ErrorCode.Timeout,
        data: { maxTotalTimeoutMs },
        reason: { type: "max_total_timeout", maxTotalTimeoutMs },
        sent: "maybe",
      }),
      `timed out after ${maxTotalTimeoutMs} ms in total`,
    );
  }

  #settle(): void {
    this.#settled = true;
    this.#link.active.remove(this.#slot, this);
    if (this.#timer !== undefined) this.#link.clock.clearTimeout(this.#timer);
    this.#unwatch?.();
  }
}
