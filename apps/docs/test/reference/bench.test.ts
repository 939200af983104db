import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Figures } from "../../src/bench/figures.ts";

const docs = fileURLToPath(new URL("../../../../docs/", import.meta.url));
const { lines } = JSON.parse(readFileSync(`${docs}bench.json`, "utf8")) as Figures;
const page = readFileSync(`${docs}reference/bench.md`, "utf8");

test("every row over its budget has its reason on the page, and no other has", () => {
  const over = lines.filter(({ withinBudget }) => withinBudget === false).map(({ row }) => row.title);
  const section = page.split("\n## ").find((part) => part.startsWith("Rows over their budget")) ?? "";
  const explained = [...section.matchAll(/\*\*([^*]+?)\.?\*\*/g)].map(([, title]) => title);
  expect(explained.sort()).toEqual(over.sort());
});

test("every figure is of a full run", () => {
  expect(lines.flatMap(({ cells }) => cells).length).toBeGreaterThan(80);
  const empty = lines.filter(({ cells }) => !cells.some(({ contestant }) => contestant === "snodo"));
  expect(empty.map(({ row }) => row.title)).toEqual([]);
});
