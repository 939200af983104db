import type { CaseResult } from "./run/run-cases.ts";

/** Cases that a runtime cannot pass, by runtime and by the name of the case, with the reason. */
export type Skips = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a run on one runtime came to. */
export interface Verdict {
  readonly passed: number;
  readonly skipped: number;
  /** What is wrong, a text each. */
  readonly failures: readonly string[];
}

/**
 * Judges the results of a runtime. A case that is skipped and passes, or does not exist, fails the run.
 *
 * @param results - of every case
 * @param skips - of this runtime
 */
export function verdict(
  results: readonly CaseResult[],
  skips: Readonly<Record<string, string>> = {},
): Verdict {
  const reasons = new Map(Object.entries(skips));
  const failures: string[] = [];
  let passed = 0;
  let skipped = 0;
  for (const { name, error } of results) {
    const reason = reasons.get(name);
    reasons.delete(name);
    if (error === undefined && reason === undefined) passed += 1;
    else if (error === undefined) failures.push(`${name}: it passes, take it off the skips`);
    else if (reason === undefined) failures.push(`${name}: ${error}`);
    else skipped += 1;
  }
  for (const name of reasons.keys()) failures.push(`${name}: there is no such case to be skipped`);
  return { passed, skipped, failures };
}
