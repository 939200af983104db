// Everything that must be green: install, build, types, lint, unit tests, packaging, the checks of the apps.
// The last line printed is `N passed, N failed`; a failed step counts as one failure.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { bootstrap } from "./bootstrap.mjs";
import { root, run } from "./lib/run.mjs";
import { apps } from "./lib/workspaces.mjs";

const report = join(root, ".cache/vitest.json");
let passed = 0;
let failed = 0;

async function step(name, work) {
  const started = performance.now();
  console.log(`\n── ${name}`);
  const code = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (code === 0) passed += 1;
  else failed += 1;
  console.log(`── ${name}: ${code === 0 ? "ok" : `failed (exit ${code})`}, ${seconds} s`);
  return code === 0;
}

async function unitTests() {
  rmSync(report, { force: true });
  mkdirSync(dirname(report), { recursive: true });
  const code = await run("vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile=${report}`,
  ]);
  try {
    const result = JSON.parse(readFileSync(report, "utf8"));
    passed += result.numPassedTests;
    failed += result.numFailedTests;
  } catch (error) {
    console.error(`no test report: ${error instanceof Error ? error.message : String(error)}`);
    return code || 1;
  }
  return code;
}

/**
 * The `check` script of an app. An app that counts cases writes `{ "passed": n, "failed": n }` to the file
 * named by SNODO_COUNTS.
 */
async function checkApp({ path, name }) {
  const file = join(root, `.cache/counts-${name}.json`);
  rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  const code = await run("npm", ["run", "--silent", "check"], { cwd: path, env: { SNODO_COUNTS: file } });
  if (existsSync(file)) {
    const counts = JSON.parse(readFileSync(file, "utf8"));
    passed += counts.passed;
    failed += counts.failed;
  }
  return code;
}

const script = (name) => () => run("npm", ["run", "--silent", name]);

async function all() {
  if (!(await step("install", bootstrap))) return;
  const built = await step("build", script("build"));
  await step("lint", script("lint"));
  if (!built) return;
  await step("types of tests", script("types"));
  await step("unused code", script("knip"));
  await step("unit tests", unitTests);
  await step("packaging", script("pack-check"));
  for (const app of apps) {
    if (app.manifest.scripts?.check !== undefined) await step(`apps/${app.name}`, () => checkApp(app));
  }
}

await all();
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
