import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sidebar } from "../src/sidebar.ts";

const docs = fileURLToPath(new URL("../../../docs/", import.meta.url));

test("the sidebar leads to every page, once, and nowhere else", () => {
  const links = sidebar(docs).flatMap(({ items }) => items.map(({ link }) => link));
  const files = readdirSync(docs, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !file.startsWith("api") && file !== "index.md")
    .map((file) => `/${file.replaceAll("\\", "/").replace(/\.md$/, "")}`);
  expect(links.filter((link) => link !== "/api/").sort()).toEqual(files.sort());
});
