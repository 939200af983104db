import type { Transport } from "@snodo/protocol";
import type { KnownServer } from "./plan.ts";

/** The era is a property of the server, so it is kept with the transport object that reaches it. */
const met = new WeakMap<Transport, KnownServer>();

/** What an earlier connection of this transport met, if any. */
export function remembered(transport: Transport): KnownServer | undefined {
  return met.get(transport);
}

/** Remembers what a connection met. */
export function remember(transport: Transport, known: KnownServer): void {
  met.set(transport, known);
}

/** Forgets it, because it proved wrong. */
export function forget(transport: Transport): void {
  met.delete(transport);
}
