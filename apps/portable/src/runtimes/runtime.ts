import type { CaseResult } from "../run/run-cases.ts";

/** Somewhere the cases run. */
export interface Runtime {
  /** Its name and version. */
  readonly name: string;
  /** The name its skips are listed under. */
  readonly skips: string;
  /**
   * Runs the cases.
   *
   * @param origin - of the fixture
   */
  run(origin: string): Promise<readonly CaseResult[]>;
}

/** A runtime that cannot be had here, and why. */
export interface Missing {
  readonly name: string;
  readonly reason: string;
}
