// The packed artefacts: what is in them, and that each entry loads when only they are installed.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finish } from "./lib/report.mjs";
import { capture } from "./lib/run.mjs";
import { consumer, filesIn, install, pack, tarballOf } from "./lib/tarballs.mjs";
import { entriesOf, packages, published } from "./lib/workspaces.mjs";

const problems = [];
await pack();
const expected = [/^package\.json$/, /^README\.md$/, /^LICENSE$/, /^CHANGELOG\.md$/, /^bin\/.+\.js$/];
const bundled = /^bundle\/.+\.js(\.map)?$/;
const built = /^dist\/.+\.(js|js\.map|d\.ts|d\.ts\.map)$/;
const source = /^src\/.+\.ts$/;

for (const { manifest, path } of published) {
  const files = filesIn(tarballOf(manifest));
  for (const file of files) {
    if (![...expected, bundled, built, source].some((pattern) => pattern.test(file)))
      problems.push(`${manifest.name} packs ${file}`);
  }
  for (const needed of ["README.md", "LICENSE"])
    if (!files.includes(needed)) problems.push(`${manifest.name} packs no ${needed}`);
  // Stale output: a built file whose source is gone is still published.
  const sources = new Set(readdirSync(join(path, "src"), { recursive: true, encoding: "utf8" }));
  for (const file of files.filter((name) => built.test(name))) {
    const origin = file.replace(/^dist\//, "").replace(/(\.d\.ts|\.js)(\.map)?$/, ".ts");
    if (!sources.has(origin))
      problems.push(`${manifest.name} packs ${file} without a source; run the clean script`);
  }
}

install();
const optional = new Set(["@snodo/client/json-schema"]);
const specifiers = packages
  .flatMap((workspace) => entriesOf(workspace).map(({ specifier }) => specifier))
  .filter((specifier) => !optional.has(specifier));
const smoke = `
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
for (const name of ${JSON.stringify(specifiers)}) {
  try { await import(name); } catch (error) { console.log(name + " does not import: " + error.message); }
  try { require(name); } catch (error) { console.log(name + " does not require: " + error.message); }
  try { require(name.split("/").slice(0, name.startsWith("@") ? 2 : 1).join("/") + "/package.json"); }
  catch (error) { console.log(name + ": " + error.message); }
}
// What people read when they catch nothing: a bundler renames classes that name themselves.
const { inspect } = await import("node:util");
const { McpError } = await import("@snodo/protocol");
const shown = inspect(new McpError("text", { kind: "transport", code: 0, reason: { type: "closed" } })).split("\\n")[0];
if (shown !== "McpError: text") console.log("an error is shown as " + shown);
await new Promise((resolve) => setTimeout(resolve, 20));
const left = process.getActiveResourcesInfo().filter((name) => !/^(PipeWrap|TTYWrap|CloseReq)$/.test(name));
if (left.length > 0) console.log("importing leaves something open: " + left.join(", "));
`;
writeFileSync(join(consumer, "smoke.mjs"), smoke);
const said = capture("node", ["--no-warnings", "smoke.mjs"], { cwd: consumer }).trim();
if (said !== "") problems.push(...said.split("\n"));
if (!existsSync(join(consumer, "node_modules/.bin/snodo")))
  problems.push("@snodo/cli installs no snodo command");

finish("pack", problems, `${published.length} tarballs, ${specifiers.length} entries load alone`);
