import { usageError } from "../exit/cli-error.ts";

const UNITS: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["", 1_000],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
]);

/**
 * Reads a duration as people write it: `500ms`, `10s`, `2m`, `1h`; a bare number is seconds.
 *
 * @param option - whose value it is
 * @param text - the value
 * @returns milliseconds
 * @throws CliError when it is none
 */
export function readDuration(option: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*(ms|s|m|h)?$/i.exec(text.trim());
  const unit = UNITS.get(match?.[2]?.toLowerCase() ?? "");
  if (match?.[1] === undefined || unit === undefined) {
    throw usageError(
      `--${option} "${text}" is no duration.`,
      "Write it as 500ms, 10s, 2m or 1h; a bare number is seconds.",
    );
  }
  return Math.round(Number(match[1]) * unit);
}

/**
 * Says a duration.
 *
 * @param milliseconds - how long
 */
export function sayDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1).replace(/\.0$/, "") : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes} min ${Math.round(seconds % 60)} s`;
}
