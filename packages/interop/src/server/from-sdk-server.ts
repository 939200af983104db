import {
  type Connection,
  describe,
  eraOf,
  isMcpError,
  type JsonRpcRequest,
  type McpError,
  messageOf,
  type OpenContext,
  type PipeConnection,
  pipeConnection,
  REVISIONS,
  type Transport,
  transportError,
} from "@snodo/protocol";
import type { SdkServer, SdkServerFactory, ServeFunction } from "../sdk/shapes.ts";
import { untilAborted } from "../sdk/until-aborted.ts";
import { ServerEnd } from "./server-end.ts";

/** Options of {@link fromSdkServer}. */
export interface SdkServerOptions {
  /** How errors name the server. Defaults to `the in-process server`. */
  readonly label?: string | undefined;
  /**
   * `serveStdio` of `@modelcontextprotocol/server/stdio`, to serve 2026-07-28, too. Only with a function that makes
   * servers of the second generation.
   */
  readonly serve?: ServeFunction | undefined;
  /** What the handlers find as `authInfo`, as a transport would supply it after authenticating. */
  readonly authInfo?: unknown;
}

const HANDSHAKE = REVISIONS.filter((revision) => eraOf(revision) === "initialize");

/**
 * Reaches a server of the official SDK in this process, of either generation: no sockets, no child process. Messages
 * cross as JSON.
 *
 * A server that is connected to a transport speaks the initialize era; so does one that was made by a function. With
 * `serve`, the function is handed to the SDK's own entry, which speaks 2026-07-28 as well.
 *
 * @example
 * const client = await connect(fromSdkServer(() => buildServer(), { serve: serveStdio }));
 *
 * @param target - a `Server` or `McpServer`, which serves one connection at a time, or a function that makes one for
 *   each connection
 * @param options - label, entry, authentication
 * @returns a transport; opening it rejects with McpError -32000, reason `unreachable`, when the server cannot be made
 *   or connected, with what it failed with as the cause
 * @throws TypeError when the target or an option is wrong
 */
export function fromSdkServer(
  target: SdkServer | SdkServerFactory,
  options: SdkServerOptions = {},
): Transport {
  const attach = attachment(target, options);
  const label = options.label ?? "the in-process server";
  return {
    kind: "sdk-server",
    label,
    revisions: options.serve === undefined ? HANDSHAKE : undefined,
    open: (context) => open(attach, context, label, options.authInfo),
  };
}

/** Gives a server one end of a link. */
type Attach = (end: ServerEnd, context: OpenContext) => Promise<void>;

async function open(
  attach: Attach,
  context: OpenContext,
  label: string,
  authInfo: unknown,
): Promise<Connection> {
  context.signal?.throwIfAborted();
  const connection: PipeConnection = pipeConnection(
    {
      send: (message) => end.receive(message),
      close: async () => end.end(),
    },
    context,
    label,
  );
  const end = new ServerEnd(
    {
      receive: (message) => connection.receive(message),
      ended: () => {
        // Only what is in flight at this moment can have reached the server.
        let reached = true;
        connection.end((request) => lost(label, request, reached));
        reached = false;
      },
      reported: (error) => report(context, label, error),
    },
    authInfo,
  );
  try {
    await untilAborted(attach(end, context), context.signal);
  } catch (error) {
    await connection.close();
    context.signal?.throwIfAborted();
    throw isMcpError(error) ? error : refused(label, error);
  }
  return connection;
}

function attachment(target: SdkServer | SdkServerFactory, { serve }: SdkServerOptions): Attach {
  if (typeof target === "function") {
    if (serve === undefined)
      return async (end) => await (await target({ era: "legacy" })).connect(end as never);
    return (end, context) => serveBoth(serve, target, end, context);
  }
  if (typeof target?.connect !== "function")
    throw new TypeError("fromSdkServer needs a Server or McpServer, or a function that makes one");
  if (serve !== undefined)
    throw new TypeError("serve needs a function that makes servers: it makes one for each connection");
  return exclusively(target);
}

/** The SDK would let a second connection replace the first, whose calls then never settle. */
function exclusively(server: SdkServer): Attach {
  let busy = false;
  return async (end) => {
    if (busy || isConnected(server)) {
      throw transportError(
        "the in-process server serves a connection already: give fromSdkServer a function that makes a server for each",
        { type: "unreachable" },
      );
    }
    busy = true;
    try {
      await server.connect(end as never);
    } catch (error) {
      busy = false;
      throw error;
    }
    const closed = end.onclose;
    end.onclose = () => {
      busy = false;
      closed?.();
    };
  };
}

/** `Server` has a transport while it is connected; `McpServer` has a `Server`. */
function isConnected(server: object): boolean {
  const { server: inner, transport } = server as { server?: unknown; transport?: unknown };
  if (typeof inner === "object" && inner !== null) return isConnected(inner);
  return transport !== undefined && transport !== null;
}

async function serveBoth(
  serve: ServeFunction,
  factory: SdkServerFactory,
  end: ServerEnd,
  context: OpenContext,
): Promise<void> {
  serve(factory as never, {
    transport: end as never,
    onerror: (error) => report(context, "the in-process server", error),
  });
}

function lost(label: string, request: JsonRpcRequest | undefined, reached: boolean): McpError {
  return transportError(
    `${request === undefined ? "" : `${describe(request)} failed: `}${label} closed the connection`,
    { type: "connection_lost" },
    { sent: reached && request !== undefined ? "maybe" : "no" },
  );
}

function refused(label: string, error: unknown): McpError {
  return transportError(
    `cannot connect to ${label}: ${messageOf(error)}`,
    { type: "unreachable" },
    { cause: error },
  );
}

function report({ diagnostics }: OpenContext, server: string, error: unknown): void {
  diagnostics.report({
    level: "debug",
    code: "sdk_server_error",
    message: `the server reported: ${messageOf(error)}`,
    server,
    cause: error,
  });
}
