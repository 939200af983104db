import {
  type Connection,
  describe,
  type Exchange,
  type InFlight,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type OpenContext,
  type Runtime,
  type Transport,
  transportError,
} from "@snodo/protocol";
import { DirectSession } from "./contexts.ts";
import { DirectCall } from "./direct-call.ts";
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
    open: async (context) => {
      context.signal?.throwIfAborted();
      return new DirectConnection(runtime, label, auth, context);
    },
  };
}

class DirectConnection implements Connection {
  readonly streaming = true;
  readonly independentStreams = true;
  readonly cacheScope: NonNullable<Connection["cacheScope"]>;
  readonly #runtime: Runtime;
  readonly #label: string;
  readonly #session: DirectSession;
  /** The calls that end with the connection: a subscription has an end of its own. */
  readonly #calls = new Set<DirectCall>();
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
    const call = new DirectCall(request, exchange, this.#session, this.#label);
    if (this.#closed) {
      const text = `${describe(request)} was not sent: the connection to ${this.#label} is closed`;
      call.fail(transportError(text, { type: "closed" }));
    } else if (exchange.routing.stream === true) void call.run(this.#runtime);
    else {
      this.#calls.add(call);
      void call.run(this.#runtime).then(() => this.#calls.delete(call));
    }
    return call;
  }

  async notify(message: JsonRpcNotification): Promise<void> {
    await this.#runtime.notify?.(jsonCopy(message), this.#session);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const call of this.#calls) {
      const text = `${describe(call.request)} on ${this.#label} failed: the connection was closed`;
      call.fail(transportError(text, { type: "closed" }, { sent: "maybe" }));
      call.cancel("the client closed");
    }
    this.#calls.clear();
    this.#session.end();
  }
}
