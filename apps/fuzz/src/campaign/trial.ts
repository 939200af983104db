import type { Target } from "../targets/target.ts";
import { bytesInUse } from "./heap.ts";

/** Inputs between two looks at what was left behind. */
const BATCH = 1_000;
/** Heap is compared from here on: before, code is compiled and what is kept on purpose is filled. */
const WARM_SHARE = 0.2;
/** What the collector leaves in one run and not in another, in bytes. */
const MOST_GROWTH = 4 * 1024 * 1024;

/** How far a trial has come. */
export interface Step {
  readonly type: "step";
  readonly runs: number;
  /** Of the batch that begins now: `--only target --seed thisOne --runs 1000` repeats it. */
  readonly seed: number;
}

/** How a trial ended. */
export interface End {
  readonly type: "end";
  readonly runs: number;
  readonly seconds: number;
  /** Bytes in use at the end beyond those in use once warm. */
  readonly growth: number;
  readonly problem: string | undefined;
}

/**
 * Feeds a target until something fails or all inputs are through.
 *
 * @param target - what is fed
 * @param runs - how many inputs
 * @param seed - of the first batch; each batch has the next one
 * @param report - hears of each batch
 */
export async function trial(
  target: Target,
  runs: number,
  seed: number,
  report: (step: Step) => void,
): Promise<End> {
  const unhandled: string[] = [];
  const note = (kind: string) => (error: unknown) => unhandled.push(`${kind}: ${String(error)}`);
  process.on("unhandledRejection", note("unhandled rejection"));
  process.on("uncaughtException", note("uncaught exception"));
  const started = performance.now();
  let warm: number | undefined;
  let done = 0;
  let problem: string | undefined;
  while (done < runs && problem === undefined) {
    const batchSeed = seed + Math.floor(done / BATCH);
    report({ type: "step", runs: done, seed: batchSeed });
    const size = Math.min(BATCH, runs - done);
    problem = (await target.feed(size, batchSeed)) ?? leftBehind(unhandled, batchSeed);
    done += size;
    if (warm === undefined && done >= runs * WARM_SHARE) warm = await bytesInUse();
  }
  // A rejection is told once the tasks after it have run.
  await new Promise<void>((resolve) => setImmediate(resolve));
  const growth = Math.max(0, (await bytesInUse()) - (warm ?? 0));
  problem ??= leftBehind(unhandled, seed);
  if (problem === undefined && growth > MOST_GROWTH) problem = `grew by ${growth} bytes`;
  return { type: "end", runs: done, seconds: (performance.now() - started) / 1_000, growth, problem };
}

function leftBehind(unhandled: readonly string[], seed: number): string | undefined {
  return unhandled.length === 0
    ? undefined
    : `in the batch of seed ${seed}: ${unhandled.length} × ${unhandled[0]}`;
}
