import { execFile } from "node:child_process";
import type { CaseResult } from "../run/run-cases.ts";

/** How long a runtime may take for all cases, in milliseconds. */
const LIMIT = 300_000;

/** Runs a command and resolves with what it printed; rejects with what it said when it failed. */
export function output(command: string, args: readonly string[], cwd?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, timeout: LIMIT, maxBuffer: 64 * 1024 * 1024 };
    execFile(command, [...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command} failed: ${stderr.trim() || error.message}`));
    });
  });
}

/** The results among what a runtime printed: one line, whatever is around it. */
export function resultsIn(text: string): readonly CaseResult[] {
  const line = text.split("\n").find((one) => one.startsWith('[{"name"'));
  if (line === undefined) throw new Error(`no results in: ${text.slice(0, 2_000)}`);
  return JSON.parse(line) as readonly CaseResult[];
}
