import type { ContestantName } from "../contestants/contestant.ts";
import type { Figure } from "../job.ts";
import type { Options } from "../options.ts";
import type { Outcome } from "../rounds.ts";
import type { Row } from "../rows.ts";
import { median, spread } from "./statistics.ts";

/** One cell of the table. */
export interface Cell {
  readonly contestant: ContestantName;
  /** Median of the rounds, in microseconds or bytes. */
  readonly median: number;
  /** Half of largest minus smallest, as a part of the median. */
  readonly spread: number;
  /** Median over the rounds of this figure divided by the floor's of the same round. */
  readonly timesFloor?: number;
  readonly rounds: readonly number[];
  /** Median time on the wall for one operation, in microseconds. */
  readonly wall?: number;
  /** The part of the progress notifications that reached the caller. */
  readonly delivered?: number;
}

export interface Line {
  readonly row: Row;
  readonly cells: readonly Cell[];
  /** Whether ours is within the budget of the row; missing without one. */
  readonly withinBudget?: boolean;
}

function cellOf(contestant: ContestantName, figures: readonly Figure[], floor: readonly Figure[]): Cell {
  const rounds = figures.map(({ value }) => value);
  const walls = figures.flatMap(({ wall }) => wall ?? []);
  const sent = figures.reduce((sum, figure) => sum + (figure.sent ?? 0), 0);
  const seen = figures.reduce((sum, figure) => sum + (figure.seen ?? 0), 0);
  const ratios = rounds.flatMap((value, round) => {
    const base = floor[round]?.value;
    return base === undefined || base <= 0 ? [] : [value / base];
  });
  return {
    contestant,
    median: median(rounds),
    spread: spread(rounds),
    rounds,
    ...(ratios.length > 0 ? { timesFloor: median(ratios) } : {}),
    ...(walls.length > 0 ? { wall: median(walls) } : {}),
    ...(sent > 0 ? { delivered: seen / sent } : {}),
  };
}

function within({ budget }: Row, ours: Cell | undefined): boolean | undefined {
  if (budget === undefined || ours === undefined) return undefined;
  if ("most" in budget) return ours.median <= budget.most;
  if (ours.delivered !== undefined && ours.delivered < 1) return false;
  return ours.timesFloor === undefined ? undefined : ours.timesFloor <= budget.timesFloor;
}

/** The figures of all rounds, a line for each row. */
export function summarize({ rows, contestants, judged }: Options, outcome: Outcome): readonly Line[] {
  return rows.map((row) => {
    const floor = outcome.figures(row.id, "floor");
    const cells = contestants.flatMap((contestant) => {
      const figures = outcome.figures(row.id, contestant);
      return figures.length === 0 ? [] : [cellOf(contestant, figures, floor)];
    });
    const ours = cells.find(({ contestant }) => contestant === "snodo");
    const withinBudget = judged ? within(row, ours) : undefined;
    return withinBudget === undefined ? { row, cells } : { row, cells, withinBudget };
  });
}
