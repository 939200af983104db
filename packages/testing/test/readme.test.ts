import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { clientContract } from "../src/index.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const readme = read("../README.md");
const examples = readdirSync(new URL("./examples", import.meta.url)).map((file) =>
  file.replace(".test.ts", ""),
);

/** An example as a reader writes it: with the names of the packages. */
function published(name: string): string {
  return read(`./examples/${name}.test.ts`)
    .replaceAll('"../../src/index.ts"', '"@snodo/testing"')
    .replaceAll('"../../src/node/index.ts"', '"@snodo/testing/node"')
    .replace(/"\.\.\/\.\.\/\.\.\/(\w+)\/dist\/index\.js"/g, '"@snodo/$1"')
    .trim();
}

describe("every example of the README runs as a test", () => {
  const shown = new Map(
    [...readme.matchAll(/<!-- example: ([\w-]+) -->\n```ts\n([\s\S]*?)\n```/g)].map(([, name, code]) => [
      name,
      code,
    ]),
  );

  test.each(examples)("%s", (name) => expect(shown.get(name)).toBe(published(name)));

  test("and there is no other code", () => {
    expect([...shown.keys()].sort()).toEqual([...examples].sort());
    expect(readme.match(/```ts\n/g)?.length).toBe(examples.length);
  });
});

test("everything the first table offers exists", async () => {
  const table = readme.slice(readme.indexOf("| you want to"), readme.indexOf("## A server"));
  const names = [...table.matchAll(/`([a-z]\w+)(?:\(\))?`/g)].map(([, name]) => name as string);
  const exported = { ...(await import("../src/index.ts")), ...(await import("../src/node/index.ts")) };
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !(name in exported))).toEqual([]);
});

test("the number of cases is right", () => {
  expect(readme).toContain(`through ${clientContract.length} cases`);
});
