import {
  catalogOf,
  ErrorCode,
  isMcpError,
  isObject,
  type JsonObject,
  McpError,
  transportError,
} from "@snodo/protocol";
import { abortable } from "../calls/abortable.ts";
import { deadline } from "../calls/deadline.ts";
import type { Core } from "../connection/core.ts";

/**
 * Sends a notification of the client.
 *
 * @throws McpError -32601 for one the revision does not define; -32000 when the transport cannot send any, or the
 *   connection ends before it took it; -32001 when it does not take it in time
 */
export async function notify(core: Core, method: string, params?: JsonObject): Promise<void> {
  const { link } = core;
  if (typeof method !== "string" || method === "") throw new TypeError("method must be a non-empty string");
  if (params !== undefined && !isObject(params))
    throw new TypeError(`the params of ${method} must be an object`);
  const refused = link.refusal({ method });
  if (refused !== undefined) throw refused;
  const { revision } = link.dialect;
  const { clientNotifications, serverNotifications } = catalogOf(revision);
  const ours = method === "notifications/initialized" || method === "notifications/cancelled";
  // Extensions add notifications the core catalog does not carry, as they do with requests.
  const admitted =
    clientNotifications.has(method) || (link.dialect.era === "stateless" && !serverNotifications.has(method));
  if (ours || !admitted) {
    throw new McpError(
      `${method} was not sent to ${link.label}: it is no notification an application may send in ${revision}`,
      {
        kind: "protocol",
        code: ErrorCode.MethodNotFound,
        reason: { type: "method_not_defined", method, revision },
      },
    );
  }
  if (link.connection.notify === undefined) {
    throw transportError(`${method} was not sent: the transport of ${link.label} cannot send notifications`, {
      type: "other",
      name: "no_notifications",
    });
  }
  await whileOpen(core, method, async (signal) => {
    if (core.sessionLost) await abortable(core.recover(), signal);
    const taken = link.connection.notify?.({ jsonrpc: "2.0", method, params }, link.routing);
    await deadline(link, Promise.resolve(taken), method, core.settings.timeout, signal);
  });
}

/** A transport may take its time, over a token for one: whoever waits must not outlive the connection. */
async function whileOpen(
  core: Core,
  method: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const ending = new AbortController();
  const forget = core.endsWithConnection(ending);
  try {
    await work(ending.signal);
  } catch (error) {
    const { reason } = ending.signal;
    if (!ending.signal.aborted || !isMcpError(reason)) throw error;
    throw transportError(`${method} on ${core.link.label} was given up: ${reason.message}`, reason.reason, {
      cause: error,
      sent: "maybe",
    });
  } finally {
    forget();
  }
}
