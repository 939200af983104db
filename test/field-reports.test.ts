// Every public report of a bug in an MCP client, and every statement about what the official one gets wrong, has a test
// that would fail if this client had it, too.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { contentReports } from "./field-reports/content.ts";
import type { FieldReport } from "./field-reports/field-report.ts";
import { httpReports } from "./field-reports/http.ts";
import { protocolReports } from "./field-reports/protocol.ts";
import { stdioReports } from "./field-reports/stdio.ts";

const REPORTS = 150;
const STATEMENTS = 30;

const packages = fileURLToPath(new URL("../packages/", import.meta.url));
const reports = [...stdioReports, ...httpReports, ...protocolReports, ...contentReports];

/** The test files in a folder of each package's tests, as `<package>/<name>`. */
function testsIn(folder: "regression" | "statements"): readonly string[] {
  return readdirSync(packages).flatMap((name) => {
    const path = join(packages, name, "test", folder);
    if (!existsSync(path)) return [];
    return readdirSync(path)
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => `${name}/${file.slice(0, -".test.ts".length)}`);
  });
}

function sourceOf(test: string, folder: "regression" | "statements"): string {
  const [name = "", file = ""] = test.split("/");
  return readFileSync(join(packages, name, "test", folder, `${file}.test.ts`), "utf8");
}

/** The numbers that a test cites after a word, as in `Field reports 71, 72 and 80-82`. */
function cited(source: string, word: string): readonly number[] {
  const lists = source.matchAll(new RegExp(`${word}s? ([0-9]+(?:(?:, | and |-)[0-9]+)*)`, "gi"));
  return [...lists].flatMap(([, list = ""]) =>
    list.split(/, | and /).flatMap((part) => {
      const [from = 0, to = from] = part.split("-").map(Number);
      return Array.from({ length: to - from + 1 }, (_none, at) => from + at);
    }),
  );
}

const numbersTo = (last: number): readonly number[] => Array.from({ length: last }, (_none, at) => at + 1);

describe("field reports", () => {
  const regressions = testsIn("regression");

  test("none is left out, and none is listed twice", () => {
    expect(reports.map(({ number }) => number)).toEqual(numbersTo(REPORTS));
    expect(reports.filter(({ from, tests }) => from.length === 0 || tests.length === 0)).toEqual([]);
  });

  test.each(reports)("$number is cited by its tests", ({ number, tests }) => {
    expect(tests.filter((name) => !regressions.includes(name))).toEqual([]);
    const silent = tests.filter(
      (name) => !cited(sourceOf(name, "regression"), "Field report").includes(number),
    );
    expect(silent).toEqual([]);
  });

  test("a test is named by a report it is about", () => {
    const misnamed = regressionsListed().filter((name) => !sourcesOf(name).includes(basename(name)));
    expect(misnamed).toEqual([]);
  });

  test("every regression test is listed, or names its own report", () => {
    const listed = new Set(regressionsListed());
    const unlisted = regressions.filter((name) => !listed.has(name));
    const anonymous = unlisted.filter(
      (name) => !sourceNames(sourceOf(name, "regression")).includes(basename(name)),
    );
    expect(anonymous).toEqual([]);
  });

  test("a test is listed under every report it cites", () => {
    const missing = regressions.flatMap((name) =>
      cited(sourceOf(name, "regression"), "Field report")
        .filter((number) => reports[number - 1]?.tests.includes(name) !== true)
        .map((number) => `${name} cites ${number}`),
    );
    expect(missing).toEqual([]);
  });
});

function regressionsListed(): readonly string[] {
  return [...new Set(reports.flatMap(({ tests }: FieldReport) => tests))];
}

/** What tests about the reports that list this one may be called. */
function sourcesOf(test: string): readonly string[] {
  return reports
    .filter(({ tests }) => tests.includes(test))
    .flatMap(({ from }) => sourceNames(from.join(" ")));
}

/** `owner/Some.Repo#12, #13` may be called `some-repo-12` and `some-repo-13`. */
function sourceNames(text: string): readonly string[] {
  let repo = "";
  return [...text.matchAll(/(?:[\w.-]+\/([\w.-]+))?#(\d+)/g)].flatMap(([, named, number = ""]) => {
    repo = named ?? repo;
    const name = `${repo.toLowerCase()}-${number}`;
    return [name, name.replace(/[._]/g, "-")];
  });
}

describe("statements about the official client", () => {
  const statements = testsIn("statements");

  test.each(numbersTo(STATEMENTS))("%i has a test", (number) => {
    const prefix = `${String(number).padStart(2, "0")}-`;
    const tests = statements.filter((name) => basename(name).startsWith(prefix));
    expect(tests).not.toEqual([]);
    expect(
      tests.filter((name) => !cited(sourceOf(name, "statements"), "Statement").includes(number)),
    ).toEqual([]);
  });

  test("every test is about one of them", () => {
    const odd = statements.filter((name) => {
      const number = Number(basename(name).slice(0, 2));
      return !(number >= 1 && number <= STATEMENTS);
    });
    expect(odd).toEqual([]);
  });
});
