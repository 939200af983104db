import {
  describe,
  type JsonRpcMessage,
  type JsonRpcRequest,
  type McpError,
  type PipeConnection,
  pipeConnection,
  type Transport,
  transportError,
} from "@snodo/protocol";

/** What this transport needs of a `MessagePort`: that of a browser, of a worker, or of `node:worker_threads`. */
export interface PortLike {
  postMessage(message: unknown): void;
  start(): void;
  close(): void;
  addEventListener(
    type: "message" | "messageerror" | "close",
    listener: (event: { readonly data?: unknown }) => void,
  ): void;
}

/**
 * A transport to a server in a worker, a frame or another window. A complete example of a custom transport.
 *
 * @param connect - makes a channel, hands one end to the server, and gives the other one; called for each connection
 * @param label - names the server in errors
 */
export function messagePort(connect: () => PortLike | Promise<PortLike>, label: string): Transport {
  return {
    kind: "message-port",
    label,
    open: async (context) => {
      context.signal?.throwIfAborted();
      const port = await connect();
      if (context.signal?.aborted === true) {
        port.close();
        throw context.signal.reason;
      }
      let open = true;
      const connection: PipeConnection = pipeConnection(
        {
          // Throws for what cannot be cloned; the request it belongs to then fails with that.
          send: (message: JsonRpcMessage) => port.postMessage(message),
          close: async () => {
            open = false;
            port.close();
          },
        },
        context,
        label,
      );
      port.addEventListener("message", ({ data }) => connection.receive(data));
      port.addEventListener("messageerror", () =>
        context.diagnostics.report({
          level: "warning",
          code: "unreadable",
          message: "a message could not be read",
          server: label,
        }),
      );
      port.addEventListener("close", () => {
        if (open) connection.end(lost(label));
      });
      port.start();
      return connection;
    },
  };
}

function lost(label: string): (request?: JsonRpcRequest) => McpError {
  return (request) =>
    transportError(
      `${request === undefined ? "" : `${describe(request)} failed: `}the connection to ${label} was lost`,
      { type: "connection_lost" },
      { sent: request === undefined ? "no" : "maybe" },
    );
}
