// `pnpm conformance`: the official suite, run against a client made of this library's public API.
import { writeFileSync } from "node:fs";
import { installReferee, type Referee } from "./referee/install.ts";
import { failed, passed, remarks } from "./referee/results.ts";
import { type Run, runReferee, runs } from "./referee/run.ts";

interface Tally {
  passed: number;
  failed: number;
}

async function play(run: Run, referee: Referee): Promise<Tally> {
  const { results, exitCode, output } = await runReferee(referee, run);
  const passing = results.filter(passed).length;
  console.log(`\n${run.title}: ${passing}/${results.length} scenarios`);
  for (const line of remarks(results)) console.log(`  ${line}`);
  // The referee is content: what failed was among the expected failures.
  const expected = exitCode === 0 ? results.filter(failed).length : 0;
  const failing = results.length - passing - expected;
  if (exitCode === 0 || failing > 0) return { passed: passing, failed: failing };
  // Nothing failed, and still it is not content: an expected failure is stale, or it broke. It says which.
  console.log(output.split("\n").slice(-12).join("\n"));
  return { passed: passing, failed: 1 };
}

async function main(): Promise<void> {
  const referee = installReferee();
  const tally: Tally = { passed: 0, failed: 0 };
  for (const run of runs) {
    const { passed: good, failed: bad } = await play(run, referee);
    tally.passed += good;
    tally.failed += bad;
  }
  // Lets `npm test` add the scenarios to its count; see scripts/test.mjs.
  const file = process.env["SNODO_COUNTS"];
  if (file !== undefined) writeFileSync(file, JSON.stringify(tally));
  if (tally.failed > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
