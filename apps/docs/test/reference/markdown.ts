import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The text of a page. */
export function page(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../../docs/${path}`, import.meta.url)), "utf8");
}

/** The rows of every table below a heading, cell by cell, without backticks. */
export function tableUnder(text: string, heading: string): readonly (readonly string[])[] {
  const start = text.indexOf(`## ${heading}\n`);
  if (start < 0) throw new Error(`no heading ${heading}`);
  const end = text.indexOf("\n## ", start + 1);
  return text
    .slice(start, end < 0 ? undefined : end)
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "")),
    );
}

/** The number that a cell begins with, in milliseconds, bytes or pieces. */
export function numberIn(cell: string): number {
  const [, digits = "", unit = ""] = cell.match(/^([\d,]+)(?: (KiB|MiB))?/) ?? [];
  if (digits === "") throw new Error(`no number in "${cell}"`);
  return Number(digits.replaceAll(",", "")) * (unit === "MiB" ? 1024 ** 2 : unit === "KiB" ? 1024 : 1);
}
