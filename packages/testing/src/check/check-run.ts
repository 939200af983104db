import type { Transport } from "@snodo/protocol";
import type { Ledger } from "./ledger.ts";
import type { CheckOptions } from "./options.ts";

/** What all parts of one check share. */
export interface CheckRun {
  readonly transport: Transport;
  readonly options: CheckOptions;
  readonly ledger: Ledger;
  /** Tools that took too long once, and are not called again. */
  readonly slowTools: Set<string>;
}
