import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { GATE, openGate } from "../gate.ts";
import { appFolder, type Referee } from "./install.ts";
import { readResults, type ScenarioResult } from "./results.ts";

/** How many clients work at once. */
const WIDTH = Math.max(2, availableParallelism());

/** How long a scenario may take, in milliseconds, the wait for its turn included. */
const LIMIT = 180_000;

/** One run of the referee. */
export interface Run {
  readonly title: string;
  readonly args: readonly string[];
}

export const runs: readonly Run[] = [
  { title: "--suite all", args: ["--suite", "all"] },
  { title: "--requirements 2026-07-28", args: ["--requirements", "2026-07-28"] },
  { title: "--requirements 2025-11-25", args: ["--requirements", "2025-11-25"] },
];

/** What came of a run. */
export interface Outcome {
  readonly results: readonly ScenarioResult[];
  /** The referee's own verdict: 0 when only expected failures occurred. */
  readonly exitCode: number;
  /** What it printed. */
  readonly output: string;
}

/** Runs the referee; its scenarios run at the same time. */
export async function runReferee({ node, script, results }: Referee, { title, args }: Run): Promise<Outcome> {
  const folder = join(results, title.replace(/\W+/g, "-"));
  rmSync(folder, { recursive: true, force: true });
  const gate = await openGate(WIDTH);
  const child = spawn(
    node,
    [
      script,
      "client",
      ...args,
      // It splits the command at spaces and starts it with a shell.
      "--command",
      "node dist/client/main.js",
      "--output-dir",
      folder,
      "--expected-failures",
      join(appFolder, "expected-failures.yaml"),
      "--timeout",
      String(LIMIT),
    ],
    {
      cwd: appFolder,
      env: {
        ...process.env,
        PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
        [GATE]: String(gate.port),
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
  gate.close();
  return { results: readResults(folder), exitCode, output };
}
