import type { ContestantName, Target } from "./contestants/contestant.ts";
import type { Group, Way } from "./rows.ts";

/** What one process is told to measure. */
export interface Job {
  readonly contestant: ContestantName;
  readonly group: Group;
  readonly way: Way;
  readonly target?: Target;
  /** The module to import, when it is not the one the name stands for. */
  readonly entry?: string;
  /** Ids of the rows that are wanted. */
  readonly rows: readonly string[];
  /** Multiplies the number of operations. */
  readonly scale: number;
}

/** One figure of one contestant in one round, in the unit of its row. */
export interface Figure {
  readonly value: number;
  /** Time on the wall for one operation, in microseconds. */
  readonly wall?: number;
  /** Progress notifications that reached the caller, and that were sent. */
  readonly seen?: number;
  readonly sent?: number;
}

/** Says that an answer is not what the server sends: a figure of a client that does not work means nothing. */
export function must(condition: boolean, what: string): void {
  if (!condition) throw new Error(`wrong answer: ${what}`);
}
