import type {
  Exchange,
  Inbound,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
  RuntimeContext,
  RuntimeSession,
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

  async request(method: string, params?: Params): Promise<JsonRpcResponse> {
    return (
      jsonCopy(await this.#inbound.request(jsonCopy(this.message(method, params)))) ?? this.unanswered(method)
    );
  }

  /** A server request with an id of this session. */
  message(method: string, params: Params): JsonRpcRequest {
    this.#requests += 1;
    return { jsonrpc: "2.0", id: `server-${this.#requests}`, method, params };
  }

  /** What a server gets when the client may not answer. */
  unanswered(method: string): JsonRpcResponse {
    return {
      jsonrpc: "2.0",
      id: `server-${this.#requests}`,
      error: { code: -32601, message: `the client does not answer ${method}` },
    };
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

  async request(method: string, params?: Params): Promise<JsonRpcResponse> {
    const message = jsonCopy(this.session.message(method, params));
    return jsonCopy(await this.#exchange.request(message)) ?? this.session.unanswered(method);
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
