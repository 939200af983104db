import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { type Options, readOptions, usage } from "./options.ts";
import { type Line, summarize } from "./report/summary.ts";
import { table } from "./report/table.ts";
import { type Outcome, runRounds } from "./rounds.ts";

function printTable(options: Options, lines: readonly Line[]): void {
  const print = options.json ? console.error : console.log;
  print(
    `CPU of the client's process for one operation; ${options.rounds} round(s); Node ${process.version}, ` +
      `${availableParallelism()} cores.\n× is the median ratio to the floor of the same round.\n`,
  );
  print(table(lines, options.contestants));
}

/** Lets `npm test` add what was measured to its count; see scripts/test.mjs. */
function count(lines: readonly Line[], { failures }: Outcome): void {
  const file = process.env["SNODO_COUNTS"];
  if (file === undefined) return;
  const passed = lines.reduce((sum, { cells }) => sum + cells.length, 0);
  writeFileSync(file, JSON.stringify({ passed, failed: failures.length }));
}

async function bench(options: Options): Promise<number> {
  const tell = process.stderr.isTTY ? (line: string) => console.error(line) : () => undefined;
  const outcome = await runRounds(options, tell);
  const lines = summarize(options, outcome);
  printTable(options, lines);
  if (options.json) {
    const { rounds, scale } = options;
    console.log(JSON.stringify({ node: process.version, rounds, scale, lines }, null, 2));
  }
  for (const { job, contestant, why } of outcome.failures)
    console.error(`\n${contestant} failed at ${job}:\n${why}`);
  count(lines, outcome);
  return outcome.failures.length === 0 ? 0 : 1;
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log(usage);
    return 0;
  }
  return bench(readOptions(args));
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof TypeError ? `${error.message}\n\n${usage}` : error);
    process.exitCode = 1;
  },
);
