import {
  type Connection,
  classify,
  describe,
  ErrorCode,
  type Exchange,
  type InFlight,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  McpError,
  messageOf,
  type OpenContext,
  type Runtime,
  type Transport,
  transportError,
} from "@snodo/protocol";
import { DirectContext, DirectSession } from "./contexts.ts";
import { jsonCopy } from "./json-copy.ts";

let connections = 0;

/**
 * A transport to a server in this process. Values cross as JSON: neither side sees an object of the other.
 *
 * @param runtime - the server
 * @param auth - what its handlers read as `auth`
 */
export function directTransport(runtime: Runtime, auth: unknown): Transport {
  const label = runtime.label ?? "the in-process server";
  return {
    kind: "direct",
    label,
    revisions: runtime.revisions,
    untimed: true,
    open: async (context) => new DirectConnection(runtime, label, auth, context),
  };
}

class DirectConnection implements Connection {
  readonly streaming = true;
  readonly independentStreams = true;
  readonly cacheScope: NonNullable<Connection["cacheScope"]>;
  readonly #runtime: Runtime;
  readonly #label: string;
  readonly #session: DirectSession;
  #closed = false;

  constructor(runtime: Runtime, label: string, auth: unknown, { inbound }: OpenContext) {
    connections += 1;
    const namespace = `direct:${connections}`;
    this.cacheScope = { endpoint: namespace, credentials: () => namespace };
    this.#runtime = runtime;
    this.#label = label;
    this.#session = new DirectSession(auth, inbound, () => this.#closed);
  }

  send(request: JsonRpcRequest, exchange: Exchange): InFlight {
    const context = new DirectContext(this.#session, exchange);
    return { response: this.#dispatch(request, context), cancel: (reason) => context.abort(reason) };
  }

  async notify(message: JsonRpcNotification): Promise<void> {
    await this.#runtime.notify?.(jsonCopy(message), this.#session);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#session.end();
  }

  async #dispatch(request: JsonRpcRequest, context: DirectContext): Promise<JsonRpcResponse> {
    if (this.#closed) {
      throw transportError(`${describe(request)} was not sent: the connection to ${this.#label} is closed`, {
        type: "closed",
      });
    }
    // Before the runtime is called: a value that is no JSON is the caller's mistake, not the server's.
    const sent = jsonCopy(request);
    let answer: unknown;
    try {
      answer = jsonCopy(await this.#runtime.dispatch(sent, context));
    } catch (error) {
      return {
        jsonrpc: "2.0",
        id: request.id,
        error: { code: ErrorCode.InternalError, message: messageOf(error) },
      };
    } finally {
      context.end();
    }
    const seen = classify(answer);
    if (seen.kind === "failure") return { ...seen.message, id: request.id };
    if (seen.kind === "result" && seen.message.id === request.id) return seen.message;
    const problem = seen.kind === "invalid" ? seen.problem : "it answers another request";
    throw new McpError(
      `${describe(request)} on ${this.#label} failed: the server's answer is invalid: ${problem}`,
      {
        kind: "protocol",
        code: ErrorCode.InvalidRequest,
        reason: { type: "invalid_message", problem },
        sent: "yes",
      },
    );
  }
}
