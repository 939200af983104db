import type { Clock, Diagnostics, ResumedSession, Transport } from "@snodo/protocol";
import { ClientTransport } from "./client-transport.ts";

/** Options of {@link toSdkTransport}. */
export interface ToSdkTransportOptions {
  /** Where the transport's diagnostics go. Defaults to the client's `onerror`, for warnings. */
  readonly diagnostics?: Diagnostics | undefined;
  /** Time, for tests. Defaults to the platform's. */
  readonly clock?: Clock | undefined;
  /** A session to take up again, for transports that have sessions. */
  readonly session?: ResumedSession | undefined;
}

/** A client transport as the official SDK takes it: `client.connect(transport)`, in either generation. */
export interface SdkClientTransport {
  start(): Promise<void>;
  send(message: object, options?: object): Promise<void>;
  close(): Promise<void>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: unknown, extra?: unknown) => void;
  sessionId?: string;
  readonly hasPerRequestStream: boolean;
  setProtocolVersion(version: string): void;
  /** Ends the session the server issued, if any. */
  terminateSession(): Promise<void>;
}

/**
 * Gives a transport of this library to the `Client` of the official SDK, of either generation: its limits, its errors,
 * its way to end a process.
 *
 * A request that fails on the way rejects with the transport's own `McpError`. Cancelling does what the revision says.
 *
 * @example
 * await new Client({ name: "host", version: "1.0.0" }).connect(toSdkTransport(stdio({ command: "server" })));
 *
 * @param transport - any transport of this library
 * @param options - all optional
 * @returns a transport that can be started once, as the SDK's own
 * @throws TypeError when the transport is none
 */
export function toSdkTransport(
  transport: Transport,
  options: ToSdkTransportOptions = {},
): SdkClientTransport {
  if (typeof transport?.open !== "function")
    throw new TypeError("toSdkTransport needs a transport of this library: an object with an open() method");
  return new ClientTransport(transport, options);
}
