import { cancellationOf } from "../dialects/select.ts";
import { McpError, transportError } from "../errors/mcp-error.ts";
import { preview } from "../errors/preview.ts";
import { describe, messageOf, quote } from "../errors/text.ts";
import { isObject, own } from "../json.ts";
import { META } from "../meta/keys.ts";
import type { Exchange, InFlight, OpenContext } from "../ports/transport.ts";
import { classify } from "../rpc/classify.ts";
import { ErrorCode } from "../rpc/codes.ts";
import { answeredId } from "../rpc/ids.ts";
import type {
  JsonRpcFailure,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
  RequestId,
} from "../rpc/messages.ts";
import { IdTable } from "./id-table.ts";
import type { MessagePipe, PipeConnection } from "./message-pipe.ts";
import { Settlement } from "./settlement.ts";

/** So many warnings of a connection are told as such. */
const LOUD = 100;

/** A request in flight. */
class Pending extends Settlement implements InFlight {
  readonly request: JsonRpcRequest;
  readonly exchange: Exchange;
  readonly #owner: Correlator;

  constructor(owner: Correlator, request: JsonRpcRequest, exchange: Exchange) {
    super();
    this.#owner = owner;
    this.request = request;
    this.exchange = exchange;
  }

  cancel(reason: string): void {
    this.#owner.cancel(this, reason);
  }
}

/** How many given-up ids are remembered, so that their late answers are told from wrong ones. */
const REMEMBERED = 1024;

/**
 * Turns a pipe into a {@link PipeConnection}: answers are matched by id, progress by token, events by subscription.
 *
 * @param pipe - carries the messages
 * @param context - what `Transport.open` was given
 * @param label - names the server in errors
 */
export function pipeConnection(pipe: MessagePipe, context: OpenContext, label: string): PipeConnection {
  return new Correlator(pipe, context, label);
}

class Correlator implements PipeConnection {
  readonly streaming = true;
  readonly #pipe: MessagePipe;
  readonly #context: OpenContext;
  readonly #label: string;
  readonly #pending: IdTable<Pending> = new IdTable();
  readonly #givenUp = new Set<RequestId>();
  #warnings = 0;
  #ended: ((request?: JsonRpcRequest) => McpError) | undefined;
  #closing: Promise<void> | undefined;

  constructor(pipe: MessagePipe, context: OpenContext, label: string) {
    this.#pipe = pipe;
    this.#context = context;
    this.#label = label;
  }

  send(request: JsonRpcRequest, exchange: Exchange): InFlight {
    const pending = new Pending(this, request, exchange);
    if (this.#ended !== undefined) {
      pending.fail(this.#ended(request));
      return pending;
    }
    this.#pending.add(pending);
    try {
      // Most writes are taken at once: then there is nothing to wait for. `postMessage` of Node returns a boolean.
      const written = this.#pipe.send(request);
      if (typeof written === "object") written.catch((error: unknown) => this.#notWritten(pending, error));
    } catch (error) {
      this.#notWritten(pending, error);
    }
    return pending;
  }

  #notWritten(pending: Pending, error: unknown): void {
    if (this.#pending.remove(pending)) pending.fail(error);
  }

  async notify(message: JsonRpcNotification): Promise<void> {
    if (this.#ended !== undefined) throw this.#ended();
    await this.#pipe.send(message);
  }

  close(): Promise<void> {
    this.#closing ??= this.#shut();
    return this.#closing;
  }

  end(failure: (request?: JsonRpcRequest) => McpError): void {
    if (this.#ended !== undefined) return;
    this.#stop(failure);
    if (this.#closing === undefined) this.#context.inbound.closed(failure());
  }

  receive(message: unknown): void {
    if (this.#ended !== undefined) return;
    const seen = classify(message);
    switch (seen.kind) {
      case "result":
        return this.#answer(seen.message.id, seen.message);
      case "failure":
        return this.#failed(seen.message);
      case "notification":
        return this.#notification(seen.message);
      case "request":
        return this.#request(seen.message);
      case "batch":
        for (const item of seen.items) {
          // A batch inside a batch has no meaning in any revision.
          if (Array.isArray(item)) this.#invalid("a batch inside a batch", undefined, item);
          else this.receive(item);
        }
        return;
      case "invalid":
        return this.#invalid(seen.problem, seen.id, message);
    }
  }

  async #shut(): Promise<void> {
    const failure = (request?: JsonRpcRequest): McpError =>
      transportError(
        request === undefined
          ? `the connection to ${this.#label} is closed`
          : `${describe(request)} on ${this.#label} failed: the connection was closed`,
        { type: "closed" },
        // Only what was in flight when the connection closed can have been seen.
        { sent: request !== undefined && this.#pending.get(request.id) !== undefined ? "maybe" : "no" },
      );
    if (this.#ended === undefined) this.#stop(failure);
    await this.#pipe.close();
  }

  /** Nothing is sent any more. Errors are made first: what they say depends on what is in flight. */
  #stop(failure: (request?: JsonRpcRequest) => McpError): void {
    const lost = this.#pending.all().map((pending) => ({ pending, error: failure(pending.request) }));
    this.#ended = failure;
    this.#pending.clear();
    for (const { pending, error } of lost) pending.fail(error);
  }

  #write(message: JsonRpcMessage, failed: (error: unknown) => void): void {
    try {
      const written = this.#pipe.send(message);
      if (typeof written === "object") written.catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  /** Gives a request up; as `InFlight.cancel`. */
  cancel(pending: Pending, reason: string): void {
    const { request, exchange } = pending;
    if (!this.#pending.remove(pending)) return;
    this.#givenUp.add(request.id);
    if (this.#givenUp.size > REMEMBERED) {
      for (const oldest of this.#givenUp) {
        this.#givenUp.delete(oldest);
        break;
      }
    }
    if (cancellationOf(exchange.routing.revision, request.method, "pipe") !== "notify") return;
    const params = { requestId: request.id, reason };
    this.#write({ jsonrpc: "2.0", method: "notifications/cancelled", params }, (error) =>
      this.#report(
        "debug",
        "cancel_not_sent",
        `could not tell the server that ${request.method} was given up: ${messageOf(error)}`,
      ),
    );
  }

  #answer(id: unknown, response: JsonRpcResponse): void {
    const known = this.#take(id);
    if (known !== undefined) known.answer(response);
    else this.#stray(id);
  }

  #failed(response: JsonRpcFailure): void {
    if (response.id !== undefined && response.id !== null) {
      this.#answer(response.id, response);
      return;
    }
    // The peer could not read a request. When only the opening one is out, it must be that one.
    const only = this.#pending.size === 1 ? this.#pending.all()[0] : undefined;
    if (only !== undefined && opens(only.request.method)) {
      this.#pending.clear();
      only.answer(response);
      return;
    }
    const { code, message } = response.error;
    this.#report(
      "warning",
      "error_without_id",
      `the server reported an error that names no request: ${code} ${quote(message, 200)}`,
    );
  }

  #take(id: unknown): Pending | undefined {
    const pending = this.#pending.get(id) ?? this.#pending.get(answeredId(id));
    if (pending !== undefined) this.#pending.remove(pending);
    return pending;
  }

  #stray(id: unknown): void {
    const text = preview(id, 80);
    if (this.#givenUp.delete(id as RequestId) || this.#givenUp.delete(answeredId(id) as RequestId)) {
      this.#report("debug", "late_answer", `the answer to request ${text} came after it was given up`);
    } else {
      this.#report(
        "warning",
        "unexpected_answer",
        `the server answered request ${text}, which is not in flight`,
      );
    }
  }

  #invalid(problem: string, id: unknown, message: unknown): void {
    const pending = id === undefined ? undefined : this.#take(id);
    if (pending === undefined) {
      this.#report(
        "warning",
        "invalid_message",
        `the server sent something that is no message: ${problem}: ${preview(message, 200)}`,
      );
      return;
    }
    pending.fail(
      new McpError(
        `${describe(pending.request)} on ${this.#label} failed: the server's answer is invalid: ${problem}`,
        {
          kind: "protocol",
          code: ErrorCode.InvalidRequest,
          reason: { type: "invalid_message", problem },
          sent: "yes",
        },
      ),
    );
  }

  #notification(message: JsonRpcNotification): void {
    const owner = this.#ownerOf(message);
    if (owner !== undefined) owner.exchange.notification(message);
    else this.#context.inbound.notification(message);
  }

  #ownerOf({ method, params }: JsonRpcNotification): Pending | undefined {
    if (params === undefined) return undefined;
    if (method === "notifications/progress") return this.#pending.get(own(params, META.progressToken));
    const meta = own(params, "_meta");
    const subscription = isObject(meta) ? own(meta, META.subscriptionId) : undefined;
    if (subscription !== undefined) return this.#pending.get(subscription);
    if (method !== "notifications/cancelled") return undefined;
    // A server may end a listen stream this way; anything else it cancels is a request of its own.
    const ended = this.#pending.get(own(params, "requestId"));
    return ended?.exchange.routing.stream === true ? ended : undefined;
  }

  #request(message: JsonRpcRequest): void {
    const failed = (error: unknown): void =>
      this.#report(
        "warning",
        "answer_not_sent",
        `the answer to the server's ${quote(message.method, 120)} could not be written: ${messageOf(error)}`,
      );
    void this.#context.inbound.request(message).then((response) => {
      if (response !== undefined && this.#ended === undefined) this.#write(response, failed);
    }, failed);
  }

  /** A peer that does one thing wrong does it with every message, as a rule: after a while nobody wants to read it. */
  #report(level: "debug" | "warning", code: string, message: string): void {
    if (level === "warning") this.#warnings += 1;
    const told = this.#warnings > LOUD ? "debug" : level;
    this.#context.diagnostics.report({ level: told, code, message, server: this.#label });
  }
}

function opens(method: string): boolean {
  return method === "server/discover" || method === "initialize";
}
