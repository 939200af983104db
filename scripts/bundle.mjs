// Bundles the entries of one package, in its own folder, for publishing: `prepack` of each package runs it. Loading a
// hundred small modules costs Node more than running them. See docs/adr/0006-published-entries-are-bundled.md.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { published } from "./lib/workspaces.mjs";

const here = process.cwd();
const found = published.find(({ path }) => path === here);
if (found === undefined) throw new Error(`${here} is no package of this repository`);
const { manifest } = found;
// The command has nothing to import: what its `bin` runs is its entry.
const { exports = { ".": { default: "./bundle/index.js" } } } = manifest.publishConfig;
const entries = Object.values(exports)
  .map((target) => target.default)
  .filter((file) => file !== undefined);
const outdir = join(here, "bundle");
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: Object.fromEntries(
    entries.map((file) => {
      const name = file.replace(/^\.\/bundle\//, "").replace(/\.js$/, "");
      return [name, join(here, "dist", `${name}.js`)];
    }),
  ),
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "neutral",
  target: "es2022",
  packages: "external",
  // Entries of `imports` are chosen where the package runs.
  external: ["#*"],
  sourcemap: true,
  // The sources are published beside it.
  sourcesContent: false,
  chunkNames: "chunks/[name]-[hash]",
  logLevel: "warning",
});
