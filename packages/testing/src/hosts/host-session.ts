import {
  type JsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type RequestId,
  type RuntimeSession,
  transportError,
} from "@snodo/protocol";

/** Carries a message towards the client. */
export type Emit = (message: JsonRpcNotification | JsonRpcRequest) => void;

interface Waiting {
  readonly resolve: (response: JsonRpcResponse) => void;
  readonly reject: (error: unknown) => void;
}

/** One client as a host sees it: the session of its runtime, and the server requests it has not answered. */
export class HostSession implements RuntimeSession {
  readonly auth: unknown;
  readonly #emit: Emit;
  readonly #ending = new AbortController();
  readonly #waiting = new Map<RequestId, Waiting>();
  #lastId = 0;

  /**
   * @param auth - what the host authenticated
   * @param emit - carries what belongs to no request of the client
   */
  constructor(auth: unknown, emit: Emit) {
    this.auth = auth;
    this.#emit = emit;
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  notify(notification: JsonRpcNotification): void {
    if (!this.signal.aborted) this.#emit(notification);
  }

  request(method: string, params?: JsonObject): Promise<JsonRpcResponse> {
    return this.ask(method, params, this.#emit);
  }

  /** Sends a request to the client through `emit` and resolves with its answer. */
  ask(method: string, params: JsonObject | undefined, emit: Emit): Promise<JsonRpcResponse> {
    const answer = new Promise<JsonRpcResponse>((resolve, reject) => {
      if (this.signal.aborted) {
        reject(closed(method));
        return;
      }
      // Small integers, as many servers use: they meet the ids of the client's own requests, and must not mix.
      this.#lastId += 1;
      const id = this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      emit({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
    });
    // A handler that does not wait for the answer must not fail the process when the client goes away.
    answer.catch(() => undefined);
    return answer;
  }

  /** Takes the client's answer to a server request; an answer to none is ignored. */
  answered(response: JsonRpcResponse): void {
    const { id } = response;
    if (id === undefined || id === null) return;
    this.#waiting.get(id)?.resolve(response);
    this.#waiting.delete(id);
  }

  /** Ends the session: its signal aborts, and what was asked is never answered. */
  end(): void {
    if (this.signal.aborted) return;
    this.#ending.abort(new DOMException("the client closed the session", "AbortError"));
    for (const waiting of this.#waiting.values()) waiting.reject(closed("the request"));
    this.#waiting.clear();
  }
}

function closed(method: string): Error {
  return transportError(`${method} was not answered: the client closed the session`, { type: "closed" });
}
