// `pnpm portable`: one suite on every runtime, a line each.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serveFixture } from "./fixture/serve.ts";
import { findChromium } from "./runtimes/chromium.ts";
import { commandLines } from "./runtimes/command-line.ts";
import { appFolder, installRuntimes } from "./runtimes/install.ts";
import type { Missing, Runtime } from "./runtimes/runtime.ts";
import { workerd } from "./runtimes/workerd.ts";
import { type Skips, type Verdict, verdict } from "./verdict.ts";

async function runOn(runtime: Runtime, origin: string, skips: Skips): Promise<Verdict> {
  try {
    return verdict(await runtime.run(origin), skips[runtime.skips]);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { passed: 0, skipped: 0, failures: [message] };
  }
}

function print({ name }: Runtime, { passed, skipped, failures }: Verdict, seconds: number): void {
  const also = skipped === 0 ? "" : `, ${skipped} skipped`;
  console.log(
    `${name.padEnd(14)} ${passed} passed, ${failures.length} failed${also}  (${seconds.toFixed(1)} s)`,
  );
  for (const failure of failures) console.log(`  ${failure.split("\n").join("\n    ")}`);
}

/** All of them, or those whose name starts with one of the words. */
function chosen(words: readonly string[]): readonly (Runtime | Missing)[] {
  const all = [...commandLines, workerd, findChromium()];
  return words.length === 0 ? all : all.filter(({ name }) => words.some((word) => name.startsWith(word)));
}

async function main(words: readonly string[]): Promise<void> {
  installRuntimes();
  const skips = JSON.parse(readFileSync(join(appFolder, "skips.json"), "utf8")) as Skips;
  const tally = { passed: 0, failed: 0 };
  await using fixture = await serveFixture();
  for (const runtime of chosen(words)) {
    if ("reason" in runtime) {
      console.log(`${runtime.name.padEnd(14)} not run: ${runtime.reason}`);
      continue;
    }
    const started = performance.now();
    const result = await runOn(runtime, new URL(fixture.url).origin, skips);
    print(runtime, result, (performance.now() - started) / 1_000);
    tally.passed += result.passed;
    tally.failed += result.failures.length;
  }
  // Lets `npm test` add the cases to its count; see scripts/test.mjs.
  const file = process.env["SNODO_COUNTS"];
  if (file !== undefined) writeFileSync(file, JSON.stringify(tally));
  if (tally.failed > 0) process.exitCode = 1;
}

main(process.argv.slice(2).filter((word) => word !== "--")).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
