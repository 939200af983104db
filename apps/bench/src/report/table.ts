import type { ContestantName } from "../contestants/contestant.ts";
import type { Row, Unit } from "../rows.ts";
import type { Cell, Line } from "./summary.ts";

/** Microseconds or bytes, with three digits that mean something. */
function quantity(value: number, unit: Unit): string {
  const [step, names] = unit === "time" ? [1_000, ["µs", "ms", "s"]] : [1_000, ["B", "kB", "MB"]];
  let scaled = value;
  let at = 0;
  while (Math.abs(scaled) >= step && at < names.length - 1) {
    scaled /= step;
    at += 1;
  }
  const digits = Math.abs(scaled) >= 100 ? 0 : Math.abs(scaled) >= 10 ? 1 : 2;
  return `${scaled.toFixed(digits)} ${names[at]}`;
}

function cellText(cell: Cell | undefined, { unit, way }: Row): string {
  if (cell === undefined) return "–";
  const parts = [quantity(cell.median, unit)];
  // In process and for sizes there is no floor worth dividing by.
  if (cell.timesFloor !== undefined && cell.contestant !== "floor" && way !== "direct" && way !== "none")
    parts.push(`${cell.timesFloor.toFixed(2)}×`);
  if (cell.rounds.length > 1 && cell.spread >= 0.005) parts.push(`±${Math.round(cell.spread * 100)}%`);
  if (cell.delivered !== undefined && cell.delivered < 1)
    parts.push(`${((1 - cell.delivered) * 100).toFixed(0)}% lost`);
  return parts.join(" ");
}

function budgetText({ budget, unit }: Row): string {
  if (budget === undefined) return "";
  return "most" in budget ? `≤ ${quantity(budget.most, unit)}` : `≤ ${budget.timesFloor}×`;
}

function verdictText({ withinBudget }: Line): string {
  if (withinBudget === undefined) return "";
  return withinBudget ? "ok" : "OVER";
}

/** The table for a terminal: a line for each row, a column for each contestant. */
export function table(lines: readonly Line[], contestants: readonly ContestantName[]): string {
  const head = ["", ...contestants, "budget", ""];
  const body = lines.map((line) => [
    line.row.title,
    ...contestants.map((name) =>
      cellText(
        line.cells.find(({ contestant }) => contestant === name),
        line.row,
      ),
    ),
    budgetText(line.row),
    verdictText(line),
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...body].map((cells) => cells[column]?.length ?? 0)),
  );
  const text = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd();
  return [text(head), ...body.map(text)].join("\n");
}
