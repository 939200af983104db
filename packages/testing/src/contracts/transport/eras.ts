import type { Revision } from "@snodo/protocol";
import type { ContractCase } from "../case.ts";
import { Peer } from "./peer.ts";
import type { TransportFeature, TransportSubject } from "./subject.ts";

/** A case of the transport contract. */
export type TransportCase = ContractCase<TransportSubject>;

/** The revision that stands for each era. */
const ERAS: readonly (readonly [TransportFeature, Revision])[] = [
  ["stateless", "2026-07-28"],
  ["initialize", "2025-11-25"],
];

/** What a case does once it is connected. */
export interface EraCase {
  readonly name: string;
  readonly needs?: readonly TransportFeature[] | undefined;
  /** Only this era. */
  readonly era?: "stateless" | "initialize" | undefined;
  run(peer: Peer, subject: TransportSubject): Promise<void>;
}

/**
 * Makes a case for each era out of each description.
 *
 * @param group - the part of the contract
 * @param cases - what to do on an open connection, which is closed afterwards
 */
export function inBothEras(group: string, cases: readonly EraCase[]): readonly TransportCase[] {
  return cases.flatMap(({ name, needs = [], era, run }) =>
    ERAS.filter(([feature]) => era === undefined || era === feature).map(([feature, revision]) => ({
      group,
      name: `${name} (${revision})`,
      needs: [feature, ...needs],
      async run(subject: TransportSubject) {
        const peer = await Peer.dial(subject.transport, revision);
        try {
          await run(peer, subject);
        } finally {
          await peer.connection.close();
        }
      },
    })),
  );
}
