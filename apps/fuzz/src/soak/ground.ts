import type { Client } from "@snodo/client";

/** A transport under faults, and servers behind it. */
export interface Ground {
  readonly name: string;
  /**
   * Starts what a round needs.
   *
   * @param seed - decides the faults
   */
  start(seed: number): Promise<Started>;
}

/** A round's servers. */
export interface Started {
  /** Connects a client; rejects when a fault hits the handshake. */
  connect(): Promise<Client>;
  stop(): Promise<void>;
}
