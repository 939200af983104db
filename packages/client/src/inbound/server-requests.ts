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
import type { Link } from "../connection/link.ts";
import { isMatched, matchRequest } from "../input/requests.ts";
import { validResponse } from "../input/responses.ts";

/** Answers the requests a server sends to its client. */
export class ServerRequests {
  readonly #link: Link;
  readonly #running = new Map<RequestId, AbortController>();
  /** Handlers of input rounds: aborted on close, not counted as server requests. */
  readonly #others = new Set<AbortController>();

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
        level: "warning",
        code: "server_request_dropped",
        message: `the server sent ${quote(message.method, 80)}, which ${dialect.revision} does not allow over HTTP`,
        server: label,
      });
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
    const controller = new AbortController();
    this.#running.set(message.id, controller);
    try {
      const response = await match.handler(
        match.params as never,
        { signal: controller.signal, server: label } as never,
      );
      if (controller.signal.aborted) return undefined;
      if (validResponse(match.kind, response)) return result(message.id, related(match.params, response));
      this.#failed(message, `returned no valid ${match.kind} result`, undefined);
      return failure(
        message.id,
        ErrorCode.InternalError,
        `the client's ${match.kind} handler returned an invalid result`,
      );
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      this.#failed(message, `threw: ${messageOf(error)}`, error);
      return failure(message.id, ErrorCode.InternalError, `the client's ${match.kind} handler failed`);
    } finally {
      if (this.#running.get(message.id) === controller) this.#running.delete(message.id);
    }
  }

  /** The server withdrew one of its requests: its handler is told, and nothing is answered. */
  cancelled(params: JsonObject | undefined): void {
    const id = isObject(params) ? own(params, "requestId") : undefined;
    this.#running.get(id as RequestId)?.abort(new Error("the server withdrew its request"));
  }

  /** Makes a handler of an input round end with the connection; returns how to forget it. */
  watch(controller: AbortController): () => void {
    this.#others.add(controller);
    return () => {
      this.#others.delete(controller);
    };
  }

  /** Tells every running handler that the connection is gone. */
  abortAll(reason: unknown): void {
    for (const controller of [...this.#running.values(), ...this.#others]) controller.abort(reason);
    this.#running.clear();
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
