import {
  ErrorCode,
  type Exchange,
  type Inbound,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type RuntimeContext,
  type RuntimeSession,
} from "@snodo/protocol";
import { jsonCopy } from "./json-copy.ts";

type Params = Readonly<Record<string, unknown>> | undefined;

/** An abort signal that exists only once somebody looks at it. */
class LazySignal {
  #controller: AbortController | undefined;
  #reason: unknown;
  #aborted = false;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}

/** A client as its runtime sees it. */
export class DirectSession implements RuntimeSession {
  readonly auth: unknown;
  readonly #inbound: Inbound;
  readonly #closed: () => boolean;
  readonly #lazy = new LazySignal();
  #requests = 0;

  constructor(auth: unknown, inbound: Inbound, closed: () => boolean) {
    this.auth = auth;
    this.#inbound = inbound;
    this.#closed = closed;
  }

  get signal(): AbortSignal {
    return this.#lazy.signal;
  }

  notify(notification: JsonRpcNotification): void {
    if (!this.#closed()) this.#inbound.notification(jsonCopy(notification));
  }

  request(method: string, params?: Params): Promise<JsonRpcResponse> {
    return this.ask(method, params, (message) => this.#inbound.request(message));
  }

  /** Asks the client, in the name of the session or of one of its requests, with an id of this session. */
  async ask(
    method: string,
    params: Params,
    send: (message: JsonRpcRequest) => Promise<JsonRpcResponse | undefined>,
  ): Promise<JsonRpcResponse> {
    this.#requests += 1;
    const id = `server-${this.#requests}`;
    const answer = await send(jsonCopy({ jsonrpc: "2.0", id, method, params }));
    if (answer !== undefined) return jsonCopy(answer);
    const message = `the client does not answer ${method}`;
    return { jsonrpc: "2.0", id, error: { code: ErrorCode.MethodNotFound, message } };
  }

  end(): void {
    this.#lazy.abort(new Error("the client is closed"));
  }
}

/** One request as its runtime sees it. */
export class DirectContext implements RuntimeContext {
  readonly session: DirectSession;
  readonly #exchange: Exchange;
  #ended = false;
  #signal: LazySignal | undefined;

  constructor(session: DirectSession, exchange: Exchange) {
    this.session = session;
    this.#exchange = exchange;
  }

  get auth(): unknown {
    return this.session.auth;
  }

  get signal(): AbortSignal {
    this.#signal ??= new LazySignal();
    return this.#signal.signal;
  }

  notify(notification: JsonRpcNotification): void {
    if (!this.#ended) this.#exchange.notification(jsonCopy(notification));
  }

  request(method: string, params?: Params): Promise<JsonRpcResponse> {
    return this.session.ask(method, params, (message) => this.#exchange.request(message));
  }

  abort(reason: string): void {
    this.#ended = true;
    this.#signal ??= new LazySignal();
    this.#signal.abort(new Error(reason));
  }

  /** The answer is in: what the runtime still sends for this request goes nowhere. */
  end(): void {
    this.#ended = true;
  }
}
