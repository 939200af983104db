import { type Cell, comparesWithFloor, contestants, type Figures, type Line, quantity } from "./figures.ts";

/** The figures as Markdown: a line for each row, a column for each contestant, and our budget. */
export function benchTable({ lines, node, rounds }: Figures): string {
  return [
    `| | ${contestants.map(([, title]) => title).join(" | ")} | budget |`,
    `|---|${contestants.map(() => "--:|").join("")}--:|`,
    ...lines.map(
      (line) =>
        `| ${line.row.title} | ${contestants.map(([id]) => cellText(line, id)).join(" | ")} | ${budgetText(line)} |`,
    ),
    "",
    `Median of ${rounds} rounds on Node ${node.replace(/^v/, "")}; × is the median ratio to the platform alone in the same round, ± half of`,
    "largest minus smallest. Times are CPU of the client's process for one operation.",
    ...missed(lines),
  ].join("\n");
}

/** Names the rows of ours that are over their budget. */
function missed(lines: readonly Line[]): readonly string[] {
  const over = lines.filter(({ withinBudget }) => withinBudget === false).map(({ row }) => row.title);
  return over.length === 0 ? [] : ["", `Over budget in this run: ${over.join("; ")}.`];
}

function cellText(line: Line, contestant: string): string {
  const cell = line.cells.find((each) => each.contestant === contestant);
  if (cell === undefined) return "–";
  const text = [quantity(cell.median, line.row.unit), ...details(cell, line)].join(" ");
  return contestant === "snodo" ? `**${text}**` : text;
}

function details(cell: Cell, line: Line): readonly string[] {
  const ratio =
    cell.timesFloor !== undefined && cell.contestant !== "floor" && comparesWithFloor(line)
      ? [`${cell.timesFloor.toFixed(2)}×`]
      : [];
  const spread = cell.spread >= 0.005 ? [`±${Math.round(cell.spread * 100)}%`] : [];
  const lost =
    cell.delivered !== undefined && cell.delivered < 1
      ? [`${((1 - cell.delivered) * 100).toFixed(0)}% lost`]
      : [];
  return [...ratio, ...spread, ...lost];
}

function budgetText({ row: { budget, unit }, withinBudget }: Line): string {
  if (budget === undefined) return "";
  const text = "most" in budget ? `≤ ${quantity(budget.most, unit)}` : `≤ ${budget.timesFloor}×`;
  return withinBudget === false ? `${text}, over` : text;
}
