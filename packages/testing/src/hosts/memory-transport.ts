import {
  type Connection,
  describe,
  type JsonRpcMessage,
  type OpenContext,
  pipeConnection,
  type Runtime,
  type Transport,
  transportError,
} from "@snodo/protocol";
import { type ServedPipe, type ServePipeOptions, servePipe } from "./serve-pipe.ts";

/** A transport to a runtime in this process. */
export interface MemoryTransport extends Transport {
  /** How many connections were opened. */
  readonly opened: number;
  /** Breaks every open connection, as a crash of the server would. */
  sever(): void;
}

/** What a memory transport may be told. */
export interface MemoryTransportOptions extends ServePipeOptions {
  /** How errors name the server. Defaults to the runtime's label. */
  readonly label?: string | undefined;
}

/**
 * Links a client to a runtime in this process by a message pipe. Messages cross as JSON, each in a turn of its own.
 *
 * @param runtime - the server, such as a `testServer`
 * @param options - label and authentication
 */
export function memoryTransport(runtime: Runtime, options: MemoryTransportOptions = {}): MemoryTransport {
  const label = options.label ?? runtime.label ?? "the in-memory server";
  const open = new Set<() => void>();
  let opened = 0;
  return {
    kind: "memory",
    label,
    get opened() {
      return opened;
    },
    sever() {
      for (const cut of [...open]) cut();
    },
    async open(context) {
      context.signal?.throwIfAborted();
      opened += 1;
      return link(runtime, context, label, options, open);
    },
  };
}

function link(
  runtime: Runtime,
  context: OpenContext,
  label: string,
  options: MemoryTransportOptions,
  open: Set<() => void>,
): Connection {
  let ended = false;
  const end = (): void => {
    ended = true;
    open.delete(cut);
    server.end();
  };
  const cut = (): void => {
    // Only what was in flight at this moment can have reached the server.
    let lost = true;
    end();
    connection.end((request) =>
      transportError(
        `${request === undefined ? "" : `${describe(request)} failed: `}the connection to ${label} was lost`,
        { type: "connection_lost" },
        { sent: lost && request !== undefined ? "maybe" : "no" },
      ),
    );
    lost = false;
  };
  const deliver = (message: unknown, receive: (message: unknown) => void): void => {
    const text = JSON.stringify(message);
    queueMicrotask(() => {
      if (!ended) receive(JSON.parse(text));
    });
  };
  const connection = pipeConnection(
    {
      send: (message: JsonRpcMessage) => deliver(message, (copy) => server.receive(copy)),
      close: async () => end(),
    },
    context,
    label,
  );
  const server: ServedPipe = servePipe(
    runtime,
    (message) => deliver(message, (copy) => connection.receive(copy)),
    options,
  );
  open.add(cut);
  return connection;
}
