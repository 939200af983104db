import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { FINISHED, passed, readResults, remarks, type ScenarioResult } from "../../src/referee/results.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const success = { id: "a", status: "SUCCESS", description: "works" } as const;
const resultOf = (change: Partial<ScenarioResult>): ScenarioResult => ({
  name: "tools_call",
  checks: [success],
  finished: true,
  problems: "",
  ...change,
});

test("the folders of the referee are read back, whatever their depth", () => {
  const folder = mkdtempSync(join(tmpdir(), "results-"));
  folders.push(folder);
  for (const [name, stdout] of [
    ["auth/dpop", `${FINISHED}\n`],
    ["initialize", "half way"],
  ] as const) {
    const path = join(folder, `${name}-2026-11-30T04-37-19-699Z`);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "checks.json"), JSON.stringify([success]));
    writeFileSync(join(path, "stdout.txt"), stdout);
    writeFileSync(join(path, "stderr.txt"), "");
  }
  expect(readResults(folder).map(({ name, finished }) => [name, finished])).toEqual([
    ["auth/dpop", true],
    ["initialize", false],
  ]);
});

test.each([
  ["every check succeeded", {}, true],
  ["a check was skipped or only noted", { checks: [success, { ...success, status: "SKIPPED" }] }, true],
  ["a check failed", { checks: [success, { ...success, status: "FAILURE" }] }, false],
  ["there was a warning", { checks: [success, { ...success, status: "WARNING" }] }, false],
  ["the client stopped before its end", { finished: false }, false],
  ["nothing was checked", { checks: [] }, false],
] as const)("%s", (_, change, expected) => {
  expect(passed(resultOf(change as Partial<ScenarioResult>))).toBe(expected);
});

test("every check that did not succeed is told, and notes are counted", () => {
  const lines = remarks([
    resultOf({
      checks: [
        success,
        { id: "b", status: "WARNING", description: "should", errorMessage: "did not" },
        { id: "log", status: "INFO", description: "request" },
        { id: "log", status: "INFO", description: "request" },
      ],
    }),
    resultOf({ name: "sse-retry", finished: false, problems: "Error: gone\n    at somewhere" }),
  ]);
  expect(lines).toEqual([
    "WARNING tools_call: b: did not",
    "CLIENT  sse-retry: Error: gone",
    "INFO    log ×2",
  ]);
});
