// Compiles a consumer of the installed tarballs (see check-pack.mjs) the way users do: four compilers, two
// resolution modes, library checks on, and for browser-safe entries no DOM and no Node types.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finish } from "./lib/report.mjs";
import { captureLater, eachOf, root } from "./lib/run.mjs";
import { consumer } from "./lib/tarballs.mjs";
import { entriesOf, nodeEntries, packages } from "./lib/workspaces.mjs";

const compilers = {
  5.6: "typescript-5.6/bin/tsc",
  5.9: "typescript-5.9/bin/tsc",
  "6.0": "typescript-6.0/bin/tsc",
  "7.0": "typescript/bin/tsc",
};
const modes = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};
// Its own types are for Node, or it needs a peer that is not installed here.
const outside = new Set([...nodeEntries, "@snodo/client/json-schema"]);
const specifiers = packages.flatMap((workspace) => entriesOf(workspace).map(({ specifier }) => specifier));
const safe = specifiers.filter((name) => !outside.has(name));
const runtimes = {
  browser: {
    names: safe,
    lib: ["ES2022", "ESNext.Disposable", "WebWorker", "WebWorker.AsyncIterable"],
    types: [],
  },
  node: {
    names: specifiers.filter((name) => name !== "@snodo/client/json-schema"),
    lib: ["ES2022"],
    types: [join(root, "node_modules/@types/node")],
  },
};

/** @param {readonly string[]} names */
const program = (names) =>
  names
    .map((name, index) => `import * as m${index} from "${name}";\nexport const u${index} = m${index};`)
    .join("\n");

const problems = [];
if (!existsSync(join(consumer, "node_modules")))
  throw new Error("nothing installed: run check-pack.mjs first");

const jobs = [];
for (const [runtime, { names, lib, types }] of Object.entries(runtimes)) {
  writeFileSync(join(consumer, `${runtime}.mts`), program(names));
  for (const [mode, resolution] of Object.entries(modes)) {
    const config = join(consumer, `tsconfig.${runtime}.${mode}.json`);
    const compilerOptions = {
      ...resolution,
      lib,
      types,
      target: "es2022",
      strict: true,
      noEmit: true,
      skipLibCheck: false,
    };
    writeFileSync(config, JSON.stringify({ compilerOptions, files: [`${runtime}.mts`] }));
    for (const [version, bin] of Object.entries(compilers))
      jobs.push({ title: `TypeScript ${version}, ${mode}, ${runtime}`, bin, config });
  }
}

await eachOf(jobs, async ({ title, bin, config }) => {
  try {
    await captureLater("node", [join(root, "node_modules", bin), "-p", config], { cwd: consumer });
  } catch (error) {
    const lines = error.message.split("\n").filter((line) => line.includes("error TS"));
    for (const line of lines.length > 0 ? lines.slice(0, 5) : [error.message])
      problems.push(`${title}: ${line}`);
  }
});

finish("dist-types", problems, `${jobs.length} consumers compile`);
