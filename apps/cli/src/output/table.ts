import { widthOf, wrap } from "./layout.ts";
import { indent } from "./safe-text.ts";

/** One cell: a text, and how it looks once it is in place. */
export interface Cell {
  /** Without colours; may have several lines. */
  readonly text: string;
  readonly paint?: ((line: string) => string) | undefined;
}

const GAP = 2;
/** A last column that is narrower than this is no column: its text goes below. */
const LEAST = 24;
/** No column but the last takes more of a line than this. */
const MOST = 0.45;

/**
 * Sets rows in columns: the last one takes what is left of the line and wraps; where too little is left, it goes below
 * the others, indented.
 *
 * @param rows - the same number of cells each
 * @param width - of the terminal
 * @param margin - columns to leave free on the left; 0 unless given
 */
export function table(rows: readonly (readonly Cell[])[], width: number, margin = 0): string {
  const text = set(rows, width - margin);
  return margin === 0 ? text : indent(text, " ".repeat(margin));
}

function set(rows: readonly (readonly Cell[])[], width: number): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const natural = Array.from({ length: columns }, (_, index) =>
    Math.max(0, ...rows.map((row) => textWidth(row[index]?.text ?? ""))),
  );
  const widths = natural.slice(0, -1);
  const used = widths.reduce((sum, each) => sum + each + (each === 0 ? 0 : GAP), 0);
  const rest = width - used;
  // A name that is broken cannot be copied.
  const whole = widths.every((each) => each <= width * MOST);
  const fits = whole && (rest >= LEAST || rest >= (natural.at(-1) ?? 0));
  return rows.flatMap((row) => (fits ? beside(row, [...widths, rest]) : below(row, width))).join("\n");
}

function textWidth(text: string): number {
  return Math.max(0, ...text.split("\n").map(widthOf));
}

function beside(row: readonly Cell[], widths: readonly number[]): readonly string[] {
  const cells = row
    .map((cell, index) => ({ ...cell, width: widths[index] ?? 0 }))
    .filter(({ width }) => width > 0)
    .map((cell) => ({ ...cell, lines: wrap(cell.text, cell.width) }));
  const height = Math.max(1, ...cells.map(({ lines }) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map(({ lines, width, paint }, index) => {
        const text = lines[line] ?? "";
        const padding =
          index === cells.length - 1 ? "" : " ".repeat(Math.max(0, width - widthOf(text)) + GAP);
        return (text === "" || paint === undefined ? text : paint(text)) + padding;
      })
      .join("")
      .trimEnd(),
  );
}

function below(row: readonly Cell[], width: number): readonly string[] {
  const [first, ...others] = row;
  const indented = others
    .filter(({ text }) => text !== "")
    .flatMap(({ text, paint }) =>
      wrap(text, width - GAP).map((line) => " ".repeat(GAP) + (paint?.(line) ?? line)),
    );
  const head =
    (first?.text ?? "") === ""
      ? []
      : wrap(first?.text ?? "", width).map((line) => first?.paint?.(line) ?? line);
  return [...head, ...indented];
}
