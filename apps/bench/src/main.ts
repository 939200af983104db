import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { gateway } from "./gateway/main.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { type Line, summarize } from "./report/summary.ts";
import { table } from "./report/table.ts";
import { runRounds } from "./rounds.ts";

function printTable(options: Options, lines: readonly Line[]): void {
  const print = options.json ? console.error : console.log;
  print(
    `CPU of the client's process for one operation; ${options.rounds} round(s); Node ${process.version}, ` +
      `${availableParallelism()} cores.\n× is the median ratio to the floor of the same round.\n`,
  );
  print(table(lines, options.contestants));
}

/** What came of a command, for those who count. */
interface Tally {
  readonly passed: number;
  readonly failed: number;
}

async function bench(options: Options): Promise<Tally> {
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
  const passed = lines.reduce((sum, { cells }) => sum + cells.length, 0);
  return { passed, failed: outcome.failures.length };
}

async function gatewayTally(json: boolean): Promise<Tally> {
  const problems = await gateway(json);
  return { passed: problems === 0 ? 1 : 0, failed: problems };
}

/** Everything runs and nothing is left behind; how fast it was says nothing. */
async function check(): Promise<Tally> {
  const rows = await bench(readOptions(["--quick"]));
  console.log();
  const profile = await gatewayTally(false);
  return { passed: rows.passed + profile.passed, failed: rows.failed + profile.failed };
}

async function main([command, ...rest]: readonly string[]): Promise<void> {
  const args = command === undefined ? [] : [command, ...rest];
  if (args.includes("--help")) {
    console.log(usage);
    return;
  }
  const tally =
    command === "gateway"
      ? await gatewayTally(rest.includes("--json"))
      : command === "check"
        ? await check()
        : await bench(readOptions(args));
  // Lets `npm test` add what was found to its count; see scripts/test.mjs.
  const file = process.env["SNODO_COUNTS"];
  if (file !== undefined) writeFileSync(file, JSON.stringify(tally));
  if (tally.failed > 0) process.exitCode = 1;
}

main(process.argv.slice(2).filter((arg) => arg !== "--")).catch((error: unknown) => {
  console.error(error instanceof TypeError ? `${error.message}\n\n${usage}` : error);
  process.exitCode = 1;
});
