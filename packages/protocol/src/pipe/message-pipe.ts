import type { McpError } from "../errors/mcp-error.ts";
import type { Connection } from "../ports/transport.ts";
import type { JsonRpcMessage, JsonRpcRequest } from "../rpc/messages.ts";

/** Something that carries messages in order, both ways: a child's stdin and stdout, a WebSocket, a `MessagePort`. */
export interface MessagePipe {
  /**
   * Takes one message. May throw or reject when it cannot be written; the request it carried then fails with that.
   *
   * @param message - to be written as one JSON object
   */
  send(message: JsonRpcMessage): void | Promise<void>;
  /** Ends the pipe within a bounded time. */
  close(): Promise<void>;
}

/** A {@link Connection} over a pipe; the pipe's owner feeds it. */
export interface PipeConnection extends Connection {
  /** Delivers one parsed message of the peer. Never throws. */
  receive(message: unknown): void;
  /**
   * The pipe ended by itself: rejects everything in flight, then tells the client.
   *
   * @param failure - builds the error of one request in flight, or without a request that of the connection
   */
  end(failure: (request?: JsonRpcRequest) => McpError): void;
}
