import {
  ErrorCode,
  isObject,
  type JsonObject,
  type JsonRpcRequest,
  type JsonRpcResponse,
  META,
  messageOf,
  own,
  quote,
  type RequestId,
} from "@snodo/protocol";
import { abortable } from "../calls/abortable.ts";
import type { Link } from "../connection/link.ts";
import { isMatched, type MatchedRequest, matchRequest } from "../input/requests.ts";
import { validResponse } from "../input/responses.ts";

/** Answers the requests a server sends to its client. */
export class ServerRequests {
  readonly #link: Link;
  /** By controller: ids come from the server, which may use one twice. */
  readonly #running = new Map<AbortController, RequestId>();
  /** What else ends with the connection, and is not counted as a server request. */
  readonly #others = new Set<AbortController>();
  /** One was dropped before: a server that sends thousands must not print thousands of lines. */
  #dropped = false;

  constructor(link: Link) {
    this.#link = link;
  }

  /**
   * Answers one request. `ping` always; elicitation, sampling and roots through the input handlers.
   *
   * Spec: 2025-11-25 client/elicitation, client/sampling, client/roots, basic/utilities/ping.
   *
   * @returns the answer, or undefined when the revision and transport allow none
   */
  async answer(message: JsonRpcRequest): Promise<JsonRpcResponse | undefined> {
    const { settings, dialect, connection, label } = this.#link;
    if (dialect?.era === "stateless" && connection.mirrorsHeaders === true && !settings.hasHandlers) {
      this.#link.diagnostics.report({
        level: this.#dropped ? "debug" : "warning",
        code: "server_request_dropped",
        message: `the server sent ${quote(message.method, 80)}, which ${dialect.revision} does not allow over HTTP`,
        server: label,
      });
      this.#dropped = true;
      return undefined;
    }
    if (message.method === "ping") return result(message.id, {});
    const match = matchRequest(message, settings.handlers);
    if (!isMatched(match)) {
      return match.type === "malformed"
        ? failure(message.id, ErrorCode.InvalidParams, match.problem)
        : failure(
            message.id,
            ErrorCode.MethodNotFound,
            `this client does not answer ${quote(message.method, 80)}`,
          );
    }
    if (this.#running.size >= settings.maxServerRequests) {
      return failure(
        message.id,
        ErrorCode.InternalError,
        `this client answers at most ${settings.maxServerRequests} requests at once`,
      );
    }
    return await this.#run(message, match);
  }

  async #run(message: JsonRpcRequest, match: MatchedRequest): Promise<JsonRpcResponse | undefined> {
    const controller = new AbortController();
    this.#running.set(controller, message.id);
    try {
      const answer = this.#handle(message, match, controller);
      // Nobody waits for the answer of a request that was withdrawn, whatever its handler does.
      return await abortable(answer, controller.signal);
    } catch {
      // The abort itself: `#handle` does not reject.
      return undefined;
    }
  }

  async #handle(
    message: JsonRpcRequest,
    { kind, params, handler }: MatchedRequest,
    controller: AbortController,
  ): Promise<JsonRpcResponse> {
    const context = { signal: controller.signal, server: this.#link.label };
    try {
      const response = await handler(params as never, context as never);
      if (validResponse(kind, response)) return result(message.id, related(params, response));
      if (!controller.signal.aborted) this.#failed(message, `returned no valid ${kind} result`, undefined);
      const text = `the client's ${kind} handler returned an invalid result`;
      return failure(message.id, ErrorCode.InternalError, text);
    } catch (error) {
      if (!controller.signal.aborted) this.#failed(message, `threw: ${quote(messageOf(error), 200)}`, error);
      return failure(message.id, ErrorCode.InternalError, `the client's ${kind} handler failed`);
    } finally {
      // Here and not where the answer is awaited: a handler that ignores its signal still runs.
      this.#running.delete(controller);
    }
  }

  /** The server withdrew one of its requests: its handler is told, and nothing is answered. */
  cancelled(params: JsonObject | undefined): void {
    const id = isObject(params) ? own(params, "requestId") : undefined;
    for (const [controller, running] of this.#running) {
      if (running === id) controller.abort(new Error("the server withdrew its request"));
    }
  }

  /** Makes an input round, or whatever else waits, end with the connection; returns how to forget it. */
  watch(controller: AbortController): () => void {
    this.#others.add(controller);
    return () => {
      this.#others.delete(controller);
    };
  }

  /** Tells every running handler that the connection is gone. */
  abortAll(reason: unknown): void {
    for (const controller of [...this.#running.keys(), ...this.#others]) controller.abort(reason);
    this.#others.clear();
  }

  #failed(message: JsonRpcRequest, what: string, cause: unknown): void {
    this.#link.diagnostics.report({
      level: "warning",
      code: "input_handler_failed",
      message: `the input handler for the server's ${message.method} ${what}`,
      server: this.#link.label,
      cause,
    });
  }
}

/** An answer says, as its question did, which task it is for. Spec: 2025-11-25 basic/utilities/tasks. */
function related(params: JsonObject, response: unknown): unknown {
  const meta = own(params, "_meta");
  const task = isObject(meta) ? own(meta, META.relatedTask) : undefined;
  if (task === undefined || !isObject(response)) return response;
  const given = own(response, "_meta");
  return { ...response, _meta: { ...(isObject(given) ? given : {}), [META.relatedTask]: task } };
}

function result(id: RequestId, value: unknown): JsonRpcResponse {
  return { jsonrpc: "2.0", id, result: value };
}

function failure(id: RequestId, code: number, message: string): JsonRpcResponse {
  return { jsonrpc: "2.0", id, error: { code, message } };
}
