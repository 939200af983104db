// The quick form of both, for every test run: do they still work, and does nothing fail at once?
import { writeFileSync } from "node:fs";
import { fuzz } from "./campaign/fuzz.ts";
import { soak } from "./soak/soak.ts";

const SEED = 1;

async function main(): Promise<void> {
  const fuzzed = await fuzz({ runs: 5_000, seed: SEED, only: [] });
  const soaked = await soak({ calls: 300, rounds: 3, seed: SEED, only: [] });
  const passed = fuzzed.passed + soaked.passed;
  const failed = fuzzed.failed + soaked.failed;
  // Lets `npm test` add them to its count; see scripts/test.mjs.
  const file = process.env["SNODO_COUNTS"];
  if (file !== undefined) writeFileSync(file, JSON.stringify({ passed, failed }));
  if (failed > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
