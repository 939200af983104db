import type { Transport } from "@snodo/protocol";

/**
 * Transports whose server did not speak a stateless revision when it was asked. The era is a property of the server,
 * so it is kept with the transport object that reaches it. A stateless server is asked each time: its answer tells
 * what it offers, and is the proof that it still is one.
 */
const initializeEra = new WeakSet<Transport>();

/** Whether an earlier probe of this transport met an initialize-era server. */
export function knownInitialize(transport: Transport): boolean {
  return initializeEra.has(transport);
}

/** Remembers that a probe met an initialize-era server. */
export function rememberInitialize(transport: Transport): void {
  initializeEra.add(transport);
}

/** Forgets it, because it proved wrong. */
export function forget(transport: Transport): void {
  initializeEra.delete(transport);
}
