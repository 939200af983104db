import type { Transport } from "@snodo/protocol";
import type { Client, Closed } from "./client.ts";
import { connectedClient } from "./connected-client.ts";
import { buildCore } from "./connection/build-core.ts";
import { closeClient } from "./connection/close.ts";
import { Link } from "./connection/link.ts";
import { prepare } from "./connection/prepare.ts";
import { readSettings } from "./connection/settings.ts";
import { negotiate } from "./negotiate/negotiate.ts";
import type { ConnectOptions } from "./options.ts";

/**
 * Connects to a server and settles the protocol version.
 *
 * When the allowed revisions span both eras, `server/discover` is sent first; an initialize-era server is then
 * connected to anew with `initialize`. A pin, or a list from one era, skips the probe. A transport object remembers
 * the era it met.
 *
 * Spec: 2026-07-28 basic/versioning; 2025-11-25 basic/lifecycle.
 *
 * @param transport - reaches the server; may be used for any number of connections
 * @param options - all optional
 * @returns the connected client
 * @throws TypeError for a wrong option; McpError kind `transport` when the server cannot be reached, -32602 when no
 *   version is common (`requested` and `supported` or `negotiated` in data), the server's own error when it refuses;
 *   the signal's own reason. Nothing stays open then
 */
export async function connect(transport: Transport, options: ConnectOptions = {}): Promise<Client> {
  if (typeof transport !== "object" || transport === null || typeof transport.open !== "function") {
    throw new TypeError("connect needs a Transport: an object with an open() method");
  }
  const link = new Link(transport, readSettings(options, transport.untimed === true));
  const { core, requests } = buildCore(link);
  const facts = await negotiate(link, options.signal);
  const closed = new Promise<Closed>((resolve) => {
    link.onEnd((error) => {
      requests.abortAll(error);
      resolve({ reason: error.reason, message: error.message });
    });
  });
  try {
    // A cache of the application may refuse to be joined.
    core.begin(facts);
    await prepare(core, options.signal);
    options.signal?.throwIfAborted();
  } catch (error) {
    await closeClient(core);
    throw error;
  }
  return connectedClient(core, closed);
}
