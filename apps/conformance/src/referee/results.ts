import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** One check of the referee. */
interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly description: string;
  readonly errorMessage?: string;
}

/** What came of one scenario. */
export interface ScenarioResult {
  readonly name: string;
  readonly checks: readonly Check[];
  /** Whether the client did all it meant to do; a suite of the referee does not look at that. */
  readonly finished: boolean;
  /** What the client wrote to stderr. */
  readonly problems: string;
}

/** The last line of a client that did all it meant to do. */
export const FINISHED = "finished";

/** Reads what the referee left in its output folder. */
export function readResults(folder: string): readonly ScenarioResult[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("checks.json"))
    .map((file) => {
      const path = dirname(join(folder, file));
      const read = (name: string) => readFileSync(join(path, name), "utf8");
      return {
        name: relative(folder, path).replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ""),
        checks: JSON.parse(read("checks.json")) as Check[],
        finished: read("stdout.txt").trimEnd().endsWith(FINISHED),
        problems: read("stderr.txt").trim(),
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Whether a check of the scenario failed; a warning is a failure. */
export function failed({ checks }: ScenarioResult): boolean {
  return checks.some(({ status }) => status === "FAILURE" || status === "WARNING");
}

/** A scenario passes without failure, and with a client that got to its end. */
export function passed(result: ScenarioResult): boolean {
  return result.finished && result.checks.length > 0 && !failed(result);
}

/** Every check that did not succeed, a line each; what is only noted is counted. */
export function remarks(results: readonly ScenarioResult[]): readonly string[] {
  const notes = new Map<string, number>();
  const lines: string[] = [];
  for (const { name, checks, finished, problems } of results) {
    for (const { id, status, errorMessage, description } of checks) {
      if (status === "SUCCESS") continue;
      if (status === "INFO") notes.set(id, (notes.get(id) ?? 0) + 1);
      else lines.push(`${status.padEnd(7)} ${name}: ${id}: ${errorMessage ?? description}`);
    }
    if (!finished) lines.push(`CLIENT  ${name}: ${problems.split("\n", 1)[0] || "did not finish"}`);
  }
  const noted = [...notes].map(([id, times]) => `${id} ×${times}`).join(", ");
  return noted === "" ? lines : [...lines, `INFO    ${noted}`];
}
