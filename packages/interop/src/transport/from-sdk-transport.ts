import {
  type Connection,
  messageOf,
  type OpenContext,
  type Transport,
  transportError,
} from "@snodo/protocol";
import type { SdkTransport } from "../sdk/shapes.ts";
import { untilAborted } from "../sdk/until-aborted.ts";
import { closeTransport } from "./close.ts";
import { SdkConnection } from "./sdk-connection.ts";
import { toMcpError } from "./sdk-error.ts";

/** Options of {@link fromSdkTransport}. */
export interface SdkTransportOptions {
  /** How errors name the server. Defaults to `the server behind the SDK transport`. */
  readonly label?: string | undefined;
}

/**
 * Reaches a server through a client transport of the official SDK, of either generation: stdio, HTTP, SSE, WebSocket, in
 * memory, or one somebody wrote. What it does to carry messages it goes on doing; this client does the rest.
 *
 * Such a transport can be started once. Give a function that makes one where it may have to be opened again: when both
 * eras are allowed and the server speaks the older one, and for further connections.
 *
 * @example
 * const client = await connect(fromSdkTransport(() => new StdioClientTransport({ command: "server" })));
 *
 * @param source - the transport, or a function that makes one for each connection
 * @param options - label
 * @returns a transport; opening it rejects with McpError kind `transport` when the SDK's transport cannot be started,
 *   or was started before (reason `closed`)
 * @throws TypeError when the source is neither
 */
export function fromSdkTransport(
  source: SdkTransport | (() => SdkTransport | Promise<SdkTransport>),
  options: SdkTransportOptions = {},
): Transport {
  if (typeof source !== "function" && typeof source?.start !== "function")
    throw new TypeError("fromSdkTransport needs a transport of the SDK, or a function that makes one");
  const label = options.label ?? "the server behind the SDK transport";
  const make = typeof source === "function" ? async () => await source() : once(source, label);
  return { kind: "sdk-transport", label, open: (context) => open(make, context, label) };
}

async function open(
  make: () => Promise<SdkTransport>,
  context: OpenContext,
  label: string,
): Promise<Connection> {
  const { signal, diagnostics } = context;
  signal?.throwIfAborted();
  let transport: SdkTransport | undefined;
  const made = make().then((fresh) => {
    transport = fresh;
    return fresh;
  });
  try {
    const fresh = await untilAborted(made, signal);
    const connection = new SdkConnection(fresh, context, label);
    fresh.onmessage = (message: object) => connection.receive(message);
    fresh.onclose = () => connection.ended();
    fresh.onerror = (error) =>
      diagnostics.report({
        level: "debug",
        code: "sdk_transport_error",
        message: `the SDK transport reported: ${messageOf(error)}`,
        server: label,
        cause: error,
      });
    await untilAborted(fresh.start(), signal);
    return connection;
  } catch (error) {
    if (transport !== undefined) await discard(transport, context, label);
    // Made too late, or never.
    else void made.then((late) => discard(late, context, label)).catch(() => undefined);
    signal?.throwIfAborted();
    throw toMcpError(error, label);
  }
}

/** Undoes what a transport may have begun. */
async function discard(transport: SdkTransport, context: OpenContext, label: string): Promise<void> {
  transport.onclose = () => undefined;
  await closeTransport(transport, context, label);
}

function once(transport: SdkTransport, label: string): () => Promise<SdkTransport> {
  let used = false;
  return async () => {
    if (used) {
      throw transportError(
        `${label} cannot be connected to again: a transport of the SDK starts once; give fromSdkTransport a function that makes one, or pin protocol`,
        { type: "closed" },
      );
    }
    used = true;
    return transport;
  };
}
