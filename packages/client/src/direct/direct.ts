import type { Runtime } from "@snodo/protocol";
import type { Client } from "../client.ts";
import { connect } from "../connect.ts";
import type { ConnectOptions } from "../options.ts";
import { directTransport } from "./direct-transport.ts";

/** Options of {@link direct}. */
export interface DirectOptions extends ConnectOptions {
  /** The value the server's handlers read as `auth`, as a transport would supply it after authenticating. */
  readonly auth?: unknown;
}

/**
 * Connects to a server in this process: no socket and no child in between, and no time limit unless one is given.
 *
 * @param runtime - the server
 * @param options - as for {@link connect}, and `auth`
 * @returns the connected client
 * @throws TypeError for a wrong option; McpError -32602 when the runtime enables no allowed revision
 */
export async function direct(runtime: Runtime, options: DirectOptions = {}): Promise<Client> {
  if (typeof runtime !== "object" || runtime === null || typeof runtime.dispatch !== "function") {
    throw new TypeError("direct needs a Runtime: an object with a dispatch() method");
  }
  const { auth, ...rest } = options;
  return await connect(directTransport(runtime, auth), rest);
}
