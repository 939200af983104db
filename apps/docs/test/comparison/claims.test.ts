import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readClaims } from "../../src/comparison/claims.ts";
import { readCompared } from "../../src/contract/table.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const { columns, rows } = readClaims();
const compared = new Map(readCompared().map(({ title, outcomes }) => [title, outcomes]));

test("every row says something about every library", () => {
  const names = Object.keys(columns);
  for (const { feature, cells, notes } of rows) {
    expect(Object.keys(cells), feature).toEqual(names);
    expect(names, feature).toEqual(expect.arrayContaining(Object.keys(notes ?? {})));
  }
});

test("the versions are those that are installed here", () => {
  const others = Object.entries(columns).filter(([name]) => name !== "snodo");
  const installed = others.map(([name]) => {
    const manifest = readFileSync(`${root}node_modules/${name}/package.json`, "utf8");
    return [name, (JSON.parse(manifest) as { readonly version: string }).version];
  });
  expect(installed).toEqual(others);
});

describe.each(rows.filter(({ cells }) => cells["snodo"] !== "no"))("$feature", ({ tests = [] }) => {
  test("names tests, and they exist", () => {
    expect(tests.length).toBeGreaterThan(0);
    for (const entry of tests) {
      const [file = "", title = ""] = entry.split(" :: ");
      expect(existsSync(`${root}${file}`), file).toBe(true);
      expect(title.length).toBeGreaterThan(10);
      expect(readFileSync(`${root}${file}`, "utf8"), file).toContain(title);
    }
  });
});

describe.each(rows.filter(({ contract }) => contract !== undefined))(
  "$feature",
  ({ contract = [], cells }) => {
    test.each(contract)("is what came of the case %s", (name) => {
      const outcomes = compared.get(name);
      for (const [client, mark] of Object.entries(cells)) {
        // A part may pass this case and fail another one.
        if (mark !== "part")
          expect([client, outcomes?.[client] === "passed"]).toEqual([client, mark === "yes"]);
      }
    });
  },
);

const modules = rows.flatMap(({ feature, modules = [] }) => modules.map((entry) => ({ feature, ...entry })));

test.each(modules)("$feature: what $module exports", async ({ module, has = [], lacks = [] }) => {
  const names = Object.keys((await import(module)) as object);
  expect(names).toEqual(expect.arrayContaining([...has]));
  expect(names.filter((name) => lacks.includes(name))).toEqual([]);
});
