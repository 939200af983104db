import { type Client, type ConnectOptions, connect } from "@snodo/client";
import type { Transport } from "@snodo/protocol";
import { type ManualClock, manualClock } from "@snodo/testing";
import { must, mustBeSound, type Outcome } from "./must.ts";
import { type Patience, settle } from "./settle.ts";

/** A client that is being connected, and the clock by which it lives. */
export interface Opened {
  readonly clock: ManualClock;
  readonly client: Client | undefined;
  readonly outcome: Outcome;
}

/**
 * Connects a client that answers forms and listens to everything.
 *
 * @param transport - leads to a server that is up to no good
 * @param options - the client's
 * @param patience - whether connecting may take time
 */
export async function open(
  transport: Transport,
  options: ConnectOptions = {},
  patience: Patience = "at once",
): Promise<Opened> {
  const clock = manualClock();
  const connecting = connect(transport, {
    clock,
    random: () => 0.5,
    diagnostics: { report: () => undefined },
    onNotification: () => undefined,
    onLog: () => undefined,
    inputHandlers: {
      form: () => ({ action: "accept", content: {} }),
      roots: () => ({ roots: [] }),
    },
    ...options,
  });
  const outcome = await settle(connecting, clock, "connect", patience);
  mustBeSound(outcome);
  return { clock, outcome, client: "value" in outcome ? (outcome.value as Client) : undefined };
}

/**
 * Closes a client.
 *
 * @param opened - it may be closed already, or may never have been connected
 */
export async function close({ client, clock }: Opened): Promise<void> {
  if (client === undefined) return;
  const closed = await settle(client.close(), clock, "close", "at once");
  must("value" in closed, "close rejects");
  const reason = await settle(client.closed, clock, "closed", "at once");
  must("value" in reason, "closed rejects");
  must(clock.pending === 0, `${clock.pending} timers are left after close`);
}
