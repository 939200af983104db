import { describe, isMcpError, type JsonObject, quote, transportError } from "@snodo/protocol";
import { type Core, mirrorsHeaders } from "../connection/core.ts";
import { NO_OPTIONS, type Outgoing } from "./outgoing.ts";

/**
 * Looks a refused tool up, so that the call can be sent once more with its headers.
 *
 * @returns whether there is anything new to send; rejects when the connection ended, or with the signal's own reason
 */
export async function planFor(core: Core, out: Outgoing, params: JsonObject): Promise<boolean> {
  if (out.method !== "tools/call" || out.tool !== undefined || !mirrorsHeaders(core)) return false;
  const name = String(params["name"]);
  const before = JSON.stringify(core.link.toolPlans.get(name));
  const { signal, timeout } = out.options;
  const options = signal === undefined && timeout === undefined ? NO_OPTIONS : { signal, timeout };
  try {
    await core.relist({ ...options, refresh: true });
  } catch (error) {
    signal?.throwIfAborted();
    if (isMcpError(error) && core.link.refusal(out) !== undefined) {
      throw transportError(
        `${describe(out)} on ${core.link.label} was given up while its headers were looked up: ${error.message}`,
        error.reason,
        { cause: error, sent: "yes" },
      );
    }
    core.link.diagnostics.report({
      level: "warning",
      code: "relist_failed",
      message: `the headers of ${quote(name, 80)} were refused, and listing the tools to rebuild them failed`,
      server: core.link.label,
      cause: error,
    });
    return false;
  }
  return JSON.stringify(core.link.toolPlans.get(name)) !== before;
}
