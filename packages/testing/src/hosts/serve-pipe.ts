import {
  classify,
  ErrorCode,
  isFailure,
  isObject,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  own,
  type RequestId,
  type Runtime,
} from "@snodo/protocol";
import { HostSession } from "./host-session.ts";
import { runRequest } from "./run-request.ts";

/** The server's end of a message pipe. */
export interface ServedPipe {
  /** Takes one parsed message of the client, or a batch of them. Never throws. */
  receive(message: unknown): void;
  /** Answers what could not even be parsed. */
  unreadable(problem: string): void;
  /** The client is gone: everything under way is aborted, and nothing more is sent. */
  end(): void;
}

/** What a served pipe may be told. */
export interface ServePipeOptions {
  /** What handlers read as `context.auth`. */
  readonly auth?: unknown;
}

/**
 * Serves a runtime to one client over anything that carries messages in order.
 *
 * @param runtime - the server
 * @param send - takes each message for the client; a batch of answers is an array
 * @param options - the client's authentication
 */
export function servePipe(
  runtime: Runtime,
  send: (message: JsonRpcMessage | readonly JsonRpcResponse[]) => void,
  options: ServePipeOptions = {},
): ServedPipe {
  return new PipeHost(runtime, send, options.auth);
}

class PipeHost implements ServedPipe {
  readonly #runtime: Runtime;
  readonly #send: (message: JsonRpcMessage | readonly JsonRpcResponse[]) => void;
  readonly #session: HostSession;
  readonly #running = new Map<RequestId, AbortController>();
  #batches = false;

  constructor(
    runtime: Runtime,
    send: (message: JsonRpcMessage | readonly JsonRpcResponse[]) => void,
    auth: unknown,
  ) {
    this.#runtime = runtime;
    this.#send = send;
    this.#session = new HostSession(auth, (message) => this.#emit(message));
  }

  receive(message: unknown): void {
    const seen = classify(message);
    if (seen.kind !== "batch") {
      void this.#take(message).then((response) => {
        if (response !== undefined) this.#emit(response);
      });
    } else if (this.#batches) {
      void Promise.all(seen.items.map((item) => this.#take(item))).then((responses) => {
        const answers = responses.filter((response) => response !== undefined);
        if (answers.length > 0) this.#emit(answers);
      });
    } else {
      this.#emit(invalid("batches are not part of this revision"));
    }
  }

  unreadable(problem: string): void {
    this.#emit({ jsonrpc: "2.0", id: null, error: { code: ErrorCode.ParseError, message: problem } });
  }

  end(): void {
    this.#session.end();
    for (const controller of this.#running.values()) controller.abort(this.#session.signal.reason);
  }

  #emit(message: JsonRpcMessage | readonly JsonRpcResponse[]): void {
    if (!this.#session.signal.aborted) this.#send(message);
  }

  /** Resolves with the answer to send, if any; never rejects. */
  async #take(message: unknown): Promise<JsonRpcResponse | undefined> {
    const seen = classify(message);
    switch (seen.kind) {
      case "request":
        return this.#request(seen.message);
      case "notification":
        return this.#notification(seen.message);
      case "result":
      case "failure":
        this.#session.answered(seen.message);
        return undefined;
      case "batch":
        return invalid("a batch inside a batch");
      case "invalid":
        return invalid(seen.problem);
    }
  }

  async #request(request: JsonRpcRequest): Promise<JsonRpcResponse | undefined> {
    if (this.#running.has(request.id)) return invalid(`the id ${JSON.stringify(request.id)} is in use`);
    const controller = new AbortController();
    this.#running.set(request.id, controller);
    const response = await runRequest(this.#runtime, request, this.#session, controller.signal, (sent) => {
      if (!controller.signal.aborted) this.#emit(sent);
    });
    this.#running.delete(request.id);
    if (request.method === "initialize" && !isFailure(response) && isObject(response.result)) {
      // Batches were part of this revision only.
      this.#batches = own(response.result, "protocolVersion") === "2025-03-26";
    }
    return controller.signal.aborted ? undefined : response;
  }

  async #notification(notification: JsonRpcNotification): Promise<undefined> {
    if (notification.method === "notifications/cancelled") {
      const id = own(notification.params ?? {}, "requestId");
      this.#running.get(id as RequestId)?.abort(new DOMException("the client gave up", "AbortError"));
    }
    try {
      await this.#runtime.notify?.(notification, this.#session);
    } catch {
      // A notification has no answer that could carry the failure.
    }
    return undefined;
  }
}

function invalid(problem: string): JsonRpcResponse {
  return { jsonrpc: "2.0", id: null, error: { code: ErrorCode.InvalidRequest, message: problem } };
}
