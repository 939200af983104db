import type { FuzzOptions } from "../options.ts";
import { targets } from "../targets/targets.ts";
import { campaign, sharesOf } from "./campaign.ts";

/** How many targets held, and how many did not. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Feeds the targets, one after the other, and prints a line for each.
 *
 * @param options - how much, from which seed, to whom
 */
export async function fuzz({ runs, seed, only }: FuzzOptions): Promise<Tally> {
  const unknown = only.find((name) => !targets.some((target) => target.name === name));
  if (unknown !== undefined) throw new Error(`no target is named ${unknown}`);
  const chosen = targets.filter(({ name }) => only.length === 0 || only.includes(name));
  let failed = 0;
  for (const [{ name }, share] of sharesOf(chosen, runs)) {
    const end = await campaign(name, share, seed);
    const kilobytes = Math.round(end.growth / 1_024);
    console.log(
      `${name.padEnd(14)} ${String(end.runs).padStart(8)} runs, seed ${seed}, ${end.seconds.toFixed(1)} s, ` +
        `heap +${kilobytes} KiB: ${end.problem === undefined ? "ok" : "FAILED"}`,
    );
    if (end.problem === undefined) continue;
    failed += 1;
    console.log(`  ${end.problem.split("\n").join("\n  ")}`);
  }
  return { passed: chosen.length - failed, failed };
}
