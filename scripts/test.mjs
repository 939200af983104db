// Everything that must be green: install, build, types, lint, unit tests, packaging, the checks of the apps.
// The last line printed is `N passed, N failed`; a failed step counts as one failure.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { bootstrap } from "./bootstrap.mjs";
import { root, run } from "./lib/run.mjs";
import { apps } from "./lib/workspaces.mjs";

const report = join(root, ".cache/vitest.json");
let passed = 0;
let failed = 0;
/** What failed, said once more at the end: a log is often read from there. */
const failures = [];

async function step(name, work) {
  const started = performance.now();
  console.log(`\n── ${name}`);
  const code = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (code === 0) passed += 1;
  else {
    failed += 1;
    failures.push(name);
  }
  console.log(`── ${name}: ${code === 0 ? "ok" : `failed (exit ${code})`}, ${seconds} s`);
  return code === 0;
}

/** A test that failed, or a file of them that did not load: where it is, its name and the start of the reason. */
function* failedTests({ testResults }) {
  for (const file of testResults.filter(({ status }) => status === "failed")) {
    const tests = file.assertionResults.filter(({ status }) => status === "failed");
    const where = relative(root, file.name);
    if (tests.length === 0) yield `${where}\n    ${clip(file.message)}`;
    for (const test of tests)
      yield `${where}: ${test.fullName}\n    ${clip(test.failureMessages.join("\n"))}`;
  }
}

const clip = (text) => text.split("\n").slice(0, 6).join("\n    ").slice(0, 1_000);

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
    failures.push(...failedTests(result));
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
for (const failure of failures) console.log(`\nfailed: ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
