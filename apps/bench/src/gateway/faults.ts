import { isMcpError, type Reason } from "snodo";

/** What a server of the gateway profile does to a call instead of answering it. */
export const faults = ["reset", "stall", "status", "cut", "drip"] as const;

export type Fault = (typeof faults)[number];

/** Where a server tells how many sockets all of them have open: idle ones are invisible to the client's process. */
export const COUNT_PATH = "/sockets";

/** How long a call that a server stalls or drips may take, in milliseconds. */
export const PATIENCE = 1_000;

/** Every how many calls one is disturbed. */
const ONE_IN = 100;

/** The fault of the nth call, if it has one: 1 %, each kind as often as the others. */
export function faultOf(call: number): Fault | undefined {
  return call % ONE_IN === ONE_IN - 1 ? faults[Math.floor(call / ONE_IN) % faults.length] : undefined;
}

function fits(fault: Fault, reason: Reason): boolean {
  switch (fault) {
    case "stall":
    case "drip":
      return reason.type === "timeout" && reason.timeoutMs === PATIENCE;
    case "status":
      return reason.type === "http_status" && reason.status === 500;
    case "reset":
      return reason.type === "outcome_unknown" && reason.lost.type === "connection_lost";
    case "cut":
      return (
        reason.type === "outcome_unknown" && ["stream_ended", "connection_lost"].includes(reason.lost.type)
      );
  }
}

/**
 * Says what is wrong with how a call ended.
 *
 * @param fault - what the server did to it
 * @param error - what it rejected with; undefined when it resolved
 * @returns undefined when the error tells the fault
 */
export function complaint(fault: Fault | undefined, error: unknown): string | undefined {
  if (fault === undefined)
    return error === undefined ? undefined : `failed without a fault: ${String(error)}`;
  if (error === undefined) return `${fault}: resolved`;
  if (!isMcpError(error)) return `${fault}: ${String(error)}`;
  if (!fits(fault, error.reason)) return `${fault}: reason ${JSON.stringify(error.reason)}`;
  return error.sent === "no" ? `${fault}: claims that nothing was sent` : undefined;
}
