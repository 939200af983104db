import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Field report 141: npm's undici under Bun never delivers a streaming body, so only Node may get it.

test("undici is for Node; Bun, Deno, workerd and browsers get their own fetch", () => {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const { types: _types, ...conditions } = manifest.imports["#exchange"];
  expect(Object.entries(conditions)).toEqual([
    ["bun", "./dist/exchange/fetch.js"],
    ["deno", "./dist/exchange/fetch.js"],
    ["workerd", "./dist/exchange/fetch.js"],
    ["browser", "./dist/exchange/fetch.js"],
    ["node", "./dist/exchange/undici.js"],
    ["default", "./dist/exchange/fetch.js"],
  ]);
});

test("nothing else imports it, and nothing at all when it is loaded", () => {
  const source = (file: string): string =>
    readFileSync(new URL(`../../src/${file}`, import.meta.url), "utf8");
  expect(source("exchange/undici.ts")).toMatch(/await import\("undici"\)/);
  expect(source("exchange/fetch.ts")).not.toMatch(/undici"/);
});
