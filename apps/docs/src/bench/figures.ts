import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { docs } from "../paths.ts";

/** What `pnpm bench --json` prints, as far as it is shown. */
export interface Figures {
  readonly node: string;
  readonly rounds: number;
  readonly lines: readonly Line[];
}

/** One row of the bench. */
export interface Line {
  readonly row: {
    readonly id: string;
    readonly title: string;
    readonly way: string;
    readonly unit: "time" | "bytes";
    readonly budget?: { readonly timesFloor: number } | { readonly most: number };
  };
  readonly cells: readonly Cell[];
  readonly withinBudget?: boolean;
}

/** One contestant in one row. */
export interface Cell {
  readonly contestant: string;
  /** Microseconds or bytes. */
  readonly median: number;
  /** Half of largest minus smallest, as a part of the median. */
  readonly spread: number;
  readonly timesFloor?: number;
  /** The part of the progress notifications that reached the caller. */
  readonly delivered?: number;
}

/** The contestants in the order of the columns, and how they are called. */
export const contestants: readonly (readonly [id: string, title: string])[] = [
  ["floor", "platform alone"],
  ["snodo", "snodo"],
  ["official", "client 2.4.0"],
  ["sdk-v1", "sdk 1.32.2"],
  ["ai-sdk", "@ai-sdk/mcp"],
];

/** Reads the figures that are kept in `docs/bench.json`; undefined before the first run. */
export function readFigures(): Figures | undefined {
  const file = join(docs, "bench.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Figures) : undefined;
}

/** Whether the floor is something that a ratio to it says anything about. */
export function comparesWithFloor({ row }: Line): boolean {
  return row.way !== "direct" && row.way !== "none";
}

/**
 * Microseconds or bytes, with three digits that mean something.
 *
 * @param value - of a cell
 * @param unit - of its row
 */
export function quantity(value: number, unit: "time" | "bytes"): string {
  const names = unit === "time" ? ["µs", "ms", "s"] : ["B", "kB", "MB"];
  let scaled = value;
  let at = 0;
  while (Math.abs(scaled) >= 1000 && at < names.length - 1) {
    scaled /= 1000;
    at += 1;
  }
  const digits = Math.abs(scaled) >= 100 || Number.isInteger(scaled) ? 0 : Math.abs(scaled) >= 10 ? 1 : 2;
  return `${scaled.toFixed(digits)} ${names[at]}`;
}
