import { copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeGenerated } from "./generated.ts";
import { docs, root } from "./paths.ts";

const usage = `pnpm docs-data [--bench FILE]

Rewrites the tables and the chart of README.md and docs/ from docs/claims.json, docs/bench.json and
apps/contract/known-failures.json.

  --bench FILE   takes the figures of a run first: pnpm bench --json > FILE`;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== "--"),
  options: { bench: { type: "string" }, help: { type: "boolean" } },
});
if (values.help === true) console.log(usage);
else {
  if (values.bench !== undefined) copyFileSync(resolve(root, values.bench), join(docs, "bench.json"));
  for (const file of writeGenerated()) console.log(`wrote ${file}`);
}
