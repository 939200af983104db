import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { benchChart } from "./bench/chart.ts";
import { readFigures } from "./bench/figures.ts";
import { benchTable } from "./bench/table.ts";
import { readClaims } from "./comparison/claims.ts";
import { claimsTable } from "./comparison/table.ts";
import { caseTable, readCompared, totals } from "./contract/table.ts";
import { root } from "./paths.ts";

/** What is written by a program: a whole file, or the part of a document between two marks. */
export interface Generated {
  /** Relative to the root. */
  readonly file: string;
  /** The name of the marks; undefined for a whole file. */
  readonly section?: string;
  readonly text: string;
}

/** Everything that follows from what is kept as JSON. */
export function generated(): readonly Generated[] {
  const comparison = claimsTable(readClaims());
  const cases = readCompared();
  const figures = readFigures();
  return [
    { file: "README.md", section: "comparison", text: comparison },
    { file: "docs/comparison.md", section: "comparison", text: comparison },
    { file: "README.md", section: "contract", text: totals(cases) },
    { file: "docs/comparison.md", section: "contract", text: totals(cases) },
    { file: "docs/comparison.md", section: "cases", text: caseTable(cases) },
    ...(figures === undefined
      ? []
      : [
          { file: "README.md", section: "bench", text: benchTable(figures) },
          { file: "docs/reference/bench.md", section: "bench", text: benchTable(figures) },
          { file: "docs/reference/bench.svg", text: benchChart(figures) },
        ]),
  ];
}

/**
 * Puts text between the marks of a section.
 *
 * @param document - with `<!-- NAME: … -->` and `<!-- end NAME -->`
 * @param section - the name
 * @param text - what goes between them
 */
export function withSection(document: string, section: string, text: string): string {
  const pattern = new RegExp(`(<!-- ${section}:[^>]*-->\n)[\\s\\S]*?(\n<!-- end ${section} -->)`);
  if (!pattern.test(document)) throw new Error(`no marks of the section ${section}`);
  return document.replace(pattern, (_all, begin: string, end: string) => `${begin}\n${text}\n${end}`);
}

/** What a file would hold if everything generated were fresh. */
export function fresh(file: string, all: readonly Generated[]): string {
  const whole = all.find((each) => each.file === file && each.section === undefined);
  if (whole !== undefined) return whole.text;
  return all
    .filter((each) => each.file === file)
    .reduce(
      (document, { section = "", text }) => withSection(document, section, text),
      readFileSync(join(root, file), "utf8"),
    );
}

/** Writes everything that is generated. */
export function writeGenerated(): readonly string[] {
  const all = generated();
  const files = [...new Set(all.map(({ file }) => file))];
  for (const file of files) writeFileSync(join(root, file), fresh(file, all));
  return files;
}
