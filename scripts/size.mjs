// Bytes of each import as a browser gets it, against the limits in .size-limit.json.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { finish } from "./lib/report.mjs";
import { capture, root } from "./lib/run.mjs";

const limits = JSON.parse(readFileSync(join(root, ".size-limit.json"), "utf8"));
for (const path of limits.flatMap((limit) => limit.path))
  if (!existsSync(join(root, path))) throw new Error(`${path} is not built`);

let text;
try {
  text = capture("size-limit", ["--json"]);
} catch (error) {
  // It exits with 1 when a limit is exceeded, after printing the same report.
  text = String(error.message).slice(String(error.message).indexOf("["));
  text = text.slice(0, text.lastIndexOf("]") + 1);
}
const results = JSON.parse(text);
const width = Math.max(...results.map(({ name }) => name.length));
for (const { name, size, sizeLimit } of results)
  console.log(`${name.padEnd(width)} ${String(size).padStart(8)} B of ${sizeLimit ?? "-"}`);

const problems = results
  .filter(({ passed }) => passed === false)
  .map(({ name, size, sizeLimit }) => `${name} is ${size} B, the limit is ${sizeLimit}`);
finish("size", problems, `${results.length} imports within their limits`);
