import { isMcpError, transportError } from "@snodo/protocol";
import type { Core } from "../connection/core.ts";
import { type Asking, where } from "./asking.ts";

/** Something on this side that a call waits for: a handler, a pause. */
export interface Waiting {
  /** Aborted when the caller gives up, and when the connection ends. */
  readonly signal: AbortSignal;
  /** What the call rejects with once the signal is aborted: the caller's own reason, or how the connection ended. */
  error(): unknown;
  /** It is over; nothing is watched any more. */
  done(): void;
}

/**
 * Begins to wait on this side.
 *
 * @param core - the client
 * @param asking - the call that waits
 */
export function waiting(core: Core, asking: Asking): Waiting {
  const controller = new AbortController();
  const { signal } = asking.options;
  const abort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort);
  const forget = core.endsWithConnection(controller);
  return {
    signal: controller.signal,
    error() {
      const { reason } = controller.signal;
      if (signal?.aborted === true || !isMcpError(reason)) return reason;
      return transportError(
        `${where(core, asking)} was given up while it waited for input: ${reason.message}`,
        reason.reason,
        { cause: reason, sent: "yes" },
      );
    },
    done() {
      forget();
      signal?.removeEventListener("abort", abort);
    },
  };
}
