import { cancel } from "./cancel.ts";
import { delivery } from "./delivery.ts";
import type { TransportCase } from "./eras.ts";
import { faults } from "./faults.ts";
import { lifecycle } from "./lifecycle.ts";
import { streaming } from "./streaming.ts";

/**
 * What every `Transport` must do, in both eras. Each case talks to a `contractServer` through the transport's own
 * `Connection`; no client is involved.
 */
export const transportContract: readonly TransportCase[] = Object.freeze([
  ...lifecycle,
  ...delivery,
  ...cancel,
  ...streaming,
  ...faults,
]);
