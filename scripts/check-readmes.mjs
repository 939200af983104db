// Runs every ```ts run fence of the READMEs that are published (see lib/fences.mjs) against the installed tarballs (see
// check-pack.mjs), on the Node that runs this. https://example.com/mcp is the example server of the documents.
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { prepareExamples, runExample } from "./lib/examples.mjs";
import { fencesOf } from "./lib/fences.mjs";
import { finish } from "./lib/report.mjs";
import { eachOf, root } from "./lib/run.mjs";
import { consumer } from "./lib/tarballs.mjs";
import { published } from "./lib/workspaces.mjs";

const readmes = ["README.md", ...published.map(({ path }) => `${path.slice(root.length + 1)}/README.md`)];
const examples = readmes.flatMap(fencesOf).filter(({ flags }) => flags.includes("run"));
const problems = examples.length === 0 ? ["no README has an example that runs"] : [];

/**
 * What a reader of a README has installed when the example comes.
 * @param {string} readme
 */
function installs(readme) {
  const commands = readFileSync(join(root, readme), "utf8").match(/^npm install .*$/gm) ?? [];
  return new Set(commands.flatMap((command) => command.split(/\s+/).slice(2)));
}

/** @param {import("./lib/fences.mjs").Fence} fence */
function missing({ document, code }) {
  const installed = installs(document);
  return [...code.matchAll(/ from "((?:@[^/"]+\/)?[^/"]+)[^"]*"/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !name.startsWith("node:") && !installed.has(name));
}

const folder = join(consumer, "readmes");
if (!existsSync(join(consumer, "node_modules")))
  throw new Error(`${consumer} is empty; run check-pack.mjs first`);
prepareExamples(folder);
// Third-party packages come from the repository, ours from the tarballs one folder up.
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
const entry = join(folder, "example-server.js");
await build({
  entryPoints: [join(root, "apps/docs/test/examples/example-server.ts")],
  outfile: entry,
  format: "esm",
  logLevel: "warning",
});
const { exampleServer } = await import(pathToFileURL(entry).href);
const testing = join(consumer, "node_modules/@snodo/testing/package.json");
const { exports } = JSON.parse(readFileSync(testing, "utf8"));
const { serveHttp } = await import(new URL(exports["./node"].default, pathToFileURL(testing)).href);
const server = await serveHttp(exampleServer());
try {
  await eachOf(examples, async (fence) => {
    const { document, line, code, output } = fence;
    const where = `${document}:${line}`;
    for (const name of missing(fence))
      problems.push(`${where} needs ${name}, which its npm install leaves out`);
    const urls = { "https://example.com/mcp": server.url };
    const ended = await runExample(folder, where.replace(/[^\w-]+/g, "-"), code, urls);
    if (ended.code !== 0 || ended.stderr !== "")
      problems.push(`${where} exits with code ${ended.code}: ${ended.stderr}`);
    else if (output !== undefined && ended.stdout.trimEnd() !== output.trimEnd())
      problems.push(`${where} prints something else:\n${ended.stdout}`);
  });
} finally {
  await server.close();
}

const summary = `${examples.length} examples of ${readmes.length} READMEs do what they say on Node ${process.versions.node}`;
finish("readmes", problems, summary);
