import {
  describe,
  type JsonRpcMessage,
  type JsonRpcRequest,
  type McpError,
  messageOf,
  type OpenContext,
  type PipeConnection,
  pipeConnection,
  publicUrl,
  type Transport,
  transportError,
} from "@snodo/protocol";
import { WebSocket } from "ws";

/** How long the server may take to say goodbye, in milliseconds. */
const CLOSE_GRACE = 1000;

/**
 * A transport over a WebSocket: one JSON message a text frame, both ways. A complete example of a custom transport;
 * `pipeConnection` does the matching of answers, progress and events.
 *
 * @param url - where the server listens, `ws:` or `wss:`
 * @param headers - sent with the opening request, such as `authorization`
 */
export function webSocket(url: string, headers: Readonly<Record<string, string>> = {}): Transport {
  const label = publicUrl(url);
  return {
    kind: "websocket",
    label,
    open: (context) => open(new WebSocket(url, "mcp", { headers }), context, label),
  };
}

function open(socket: WebSocket, context: OpenContext, label: string): Promise<PipeConnection> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(context.signal?.reason);
      socket.terminate();
    };
    if (context.signal?.aborted === true) abort();
    context.signal?.addEventListener("abort", abort);
    // Also after the connection is up: an "error" nobody listens to ends the process.
    socket.on("error", (error) => reject(unreachable(label, error)));
    socket.once("open", () => {
      context.signal?.removeEventListener("abort", abort);
      resolve(connect(socket, context, label));
    });
  });
}

function connect(socket: WebSocket, context: OpenContext, label: string): PipeConnection {
  const connection = pipeConnection(
    {
      send: (message: JsonRpcMessage) =>
        new Promise<void>((resolve, reject) =>
          socket.send(JSON.stringify(message), (error) => (error ? reject(lost(label)()) : resolve())),
        ),
      close: () => shut(socket, context),
    },
    context,
    label,
  );
  socket.on("message", (data) => {
    const message = parse(String(data));
    if (message !== undefined) connection.receive(message.value);
    else
      context.diagnostics.report({
        level: "warning",
        code: "not_json",
        message: "a frame is no JSON",
        server: label,
      });
  });
  socket.on("close", () => connection.end(lost(label)));
  return connection;
}

/** Ends a socket within a bounded time, whatever the other side does. */
function shut(socket: WebSocket, { clock }: OpenContext): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === WebSocket.CLOSED) return resolve();
    const timer = clock.setTimeout(() => socket.terminate(), CLOSE_GRACE);
    socket.once("close", () => {
      clock.clearTimeout(timer);
      resolve();
    });
    socket.close();
  });
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function unreachable(label: string, error: Error): McpError {
  const osCode = "code" in error ? String(error.code) : undefined;
  return transportError(
    `cannot connect to ${label}: ${messageOf(error)}`,
    { type: "unreachable", osCode },
    { cause: error },
  );
}

function lost(label: string): (request?: JsonRpcRequest) => McpError {
  return (request) =>
    transportError(
      `${request === undefined ? "" : `${describe(request)} failed: `}the connection to ${label} was lost`,
      { type: "connection_lost" },
      { sent: request === undefined ? "no" : "maybe" },
    );
}
