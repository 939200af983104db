// Takes the requirements that tests cite off the pending list (`test/requirements/pending.ts`) and counts the rest.
// It never puts one on the list: an entry without a test is written down by hand, or better, tested.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/run.mjs";

const list = join(root, "test/requirements/pending.ts");
const tag = /^\s*(?:\/\/|\*|\/\*\*?)\s*@req\s+([^\n*]+)/gm;

/** @param {string} folder */
function testFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /[\\/]test[\\/].*\.test(-d)?\.ts$/.test(file) && !file.includes("node_modules"))
    .map((file) => join(root, folder, file));
}

const cited = new Set(
  ["packages", "apps"]
    .flatMap(testFiles)
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(tag)])
    .flatMap(([, ids]) => ids.split(",").map((id) => id.trim())),
);
const before = readFileSync(list, "utf8").split("\n");
const after = before.filter((line) => !cited.has(line.match(/^ {2}"(.+)",$/)?.[1] ?? ""));
writeFileSync(list, after.join("\n"));
console.log(
  `${before.length - after.length} taken off, ${after.filter((line) => line.startsWith('  "')).length} pending`,
);
