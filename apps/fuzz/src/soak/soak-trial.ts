import type { Ground } from "./ground.ts";
import { runRound } from "./lanes.ts";
import { type Held, held } from "./resources.ts";

/** The first of the rounds compile code and fill what is kept on purpose; the others are compared with the last of them. */
const WARM_SHARE = 0.3;
/** What the collector leaves in one run and not in another, in bytes. */
const MOST_GROWTH = 4 * 1024 * 1024;

/** How the soak of one transport went. */
export interface Soaked {
  readonly type: "soaked";
  readonly calls: number;
  /** How many failed, by the reason. */
  readonly failed: Readonly<Record<string, number>>;
  readonly connections: number;
  readonly seconds: number;
  readonly warm: Held;
  readonly last: Held;
  readonly problems: readonly string[];
}

/**
 * Makes calls in rounds, each with connections of its own, and compares what is held between them.
 *
 * @param ground - transport and faults
 * @param calls - how many in all
 * @param rounds - in how many rounds
 * @param seed - decides calls and faults
 * @param report - hears of each round
 */
export async function soakTrial(
  ground: Ground,
  calls: number,
  rounds: number,
  seed: number,
  report: (round: number) => void,
): Promise<Soaked> {
  const problems: string[] = [];
  process.on("unhandledRejection", (error) => problems.push(`unhandled rejection: ${String(error)}`));
  process.on("uncaughtException", (error) => problems.push(`uncaught exception: ${String(error)}`));
  const began = performance.now();
  const sums = { calls: 0, connections: 0 };
  const failed: Record<string, number> = {};
  let warm = await held();
  let last = warm;
  for (let round = 0; round < rounds; round += 1) {
    report(round);
    const started = await ground.start(seed + round * 1_000);
    const outcome = await runRound(started, Math.ceil(calls / rounds), seed + round);
    await started.stop();
    sums.calls += outcome.calls;
    for (const [reason, count] of Object.entries(outcome.failed))
      failed[reason] = (failed[reason] ?? 0) + count;
    sums.connections += outcome.connections;
    problems.push(...outcome.complaints);
    last = await held();
    if (round === Math.ceil(rounds * WARM_SHARE) - 1) warm = last;
  }
  const seconds = (performance.now() - began) / 1_000;
  return {
    type: "soaked",
    ...sums,
    failed,
    seconds,
    warm,
    last,
    problems: [...problems, ...compare(warm, last)],
  };
}

function compare(warm: Held, last: Held): readonly string[] {
  const problems: string[] = [];
  if (last.bytes - warm.bytes > MOST_GROWTH) problems.push(`grew by ${last.bytes - warm.bytes} bytes`);
  if (last.descriptors > warm.descriptors)
    problems.push(`${last.descriptors} descriptors are open, ${warm.descriptors} before`);
  const before = JSON.stringify(warm.resources);
  const after = JSON.stringify(last.resources);
  if (after !== before) problems.push(`resources: ${after}, before ${before}`);
  return problems;
}
