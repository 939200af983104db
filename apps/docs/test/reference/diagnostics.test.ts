import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { page, tableUnder } from "./markdown.ts";

const packages = fileURLToPath(new URL("../../../../packages/", import.meta.url));

const patterns = [
  // An object of the port.
  /\blevel: "(?:debug|warning)",\s*code: "([a-z_]+)"/g,
  // The helpers of the transports and the client.
  /report\(\s*(?:core,\s*)?"(?:debug|warning)",\s*"([a-z_]+)"/g,
  // The table of stdio.
  /readonly \w+: "((?:stdout|stderr|delivery|process)_[a-z_]+)";/g,
];

function sourcesOf(name: string): readonly string[] {
  return readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(join(packages, name, "src", path), "utf8"));
}

/** Every code that a package passes to its diagnostics, read from the sources. */
function codesInSources(): ReadonlySet<string> {
  const sources = readdirSync(packages)
    .filter((name) => name !== "testing")
    .flatMap(sourcesOf);
  const found = sources.flatMap((source) => patterns.flatMap((pattern) => [...source.matchAll(pattern)]));
  return new Set(found.map(([, code]) => code ?? ""));
}

test("the page lists every diagnostic code of the sources", () => {
  const listed = new Set(
    tableUnder(
      `## Codes\n${page("guide/diagnostics.md").replace(/^[\s\S]*?(?=\| code)/, "")}`,
      "Codes",
    ).flatMap(([cell = ""]) => cell.split(", ")),
  );
  const codes = codesInSources();
  expect(codes.size).toBeGreaterThan(20);
  expect([...codes].filter((code) => !listed.has(code))).toEqual([]);
});
