import type { FaultOptions } from "../faults/plan.ts";
import type { FaultProxyPlan } from "./fault-proxy.ts";
import { type ChildCommand, stdioChild } from "./stdio-child.ts";

/** What the script behind `faultyChild` is told. */
export interface FaultChildInit extends ChildCommand {
  readonly plan: FaultProxyPlan;
  readonly seed: number;
}

/**
 * The command that runs another command and spoils what passes through its standard streams.
 *
 * @param child - the server's command, such as `stdioChild(…)`
 * @param plan - the faults of each direction
 * @param options - the seed
 */
export function faultyChild(
  child: ChildCommand,
  plan: FaultProxyPlan,
  options: FaultOptions = {},
): ChildCommand {
  const init: FaultChildInit = { command: child.command, args: child.args, plan, seed: options.seed ?? 1 };
  return stdioChild(new URL("./fault-child-main.js", import.meta.url), [JSON.stringify(init)]);
}
