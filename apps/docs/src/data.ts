import { execFileSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeGenerated } from "./generated.ts";
import { app, docs, root } from "./paths.ts";

const usage = `pnpm docs-data [--bench FILE] [--contract]

Rewrites the tables and the chart of README.md and docs/ from docs/*.json.

  --bench FILE   takes the figures of a run first: pnpm bench --json > FILE
  --contract     puts the other clients through the client contract again first`;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== "--"),
  options: { bench: { type: "string" }, contract: { type: "boolean" }, help: { type: "boolean" } },
});
if (values.help === true) console.log(usage);
else {
  if (values.bench !== undefined) copyFileSync(resolve(root, values.bench), join(docs, "bench.json"));
  if (values.contract === true) {
    // A process of its own: what other clients leave behind ends with it.
    const outcomes = execFileSync(process.execPath, [join(app, "dist/contract/main.js")]);
    writeFileSync(join(docs, "contract.json"), outcomes);
  }
  for (const file of writeGenerated()) console.log(`wrote ${file}`);
}
