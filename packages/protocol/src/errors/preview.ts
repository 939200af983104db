import { quote } from "./text.ts";

/** Deeper values are shown as `…`. */
const MAX_DEPTH = 4;

/** How many characters may still be written. */
interface Budget {
  left: number;
}

/**
 * Shows the start of a parsed value in an error or a log line, without walking the rest of it.
 *
 * @param value - an untrusted value out of `JSON.parse`, of any size and depth
 * @param limit - the most characters to show
 */
export function preview(value: unknown, limit: number): string {
  return quote(write(value, 0, { left: limit }), limit);
}

function write(value: unknown, depth: number, budget: Budget): string {
  if (typeof value === "string") return spend(JSON.stringify(value.slice(0, budget.left)), budget);
  if (typeof value !== "object" || value === null) return spend(String(value), budget);
  if (depth === MAX_DEPTH) return spend("…", budget);
  const list = Array.isArray(value);
  const parts: string[] = [];
  for (const [key, item] of Object.entries(value)) {
    if (budget.left <= 0) break;
    const name = list ? "" : spend(`${JSON.stringify(key.slice(0, budget.left))}:`, budget);
    parts.push(name + write(item, depth + 1, budget));
  }
  return list ? `[${parts.join(",")}]` : `{${parts.join(",")}}`;
}

function spend(text: string, budget: Budget): string {
  budget.left -= text.length;
  return text;
}
