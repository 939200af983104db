// Compiles every ```ts fence of the Markdown files (see lib/fences.mjs) in one run of the compiler: against the
// installed tarballs (see check-pack.mjs), or with --workspace against what is built here, while pages are written.
// Paths after the options choose documents.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documents, fencesOf } from "./lib/fences.mjs";
import { finish } from "./lib/report.mjs";
import { captureLater, root } from "./lib/run.mjs";
import { consumer } from "./lib/tarballs.mjs";

const [mode, ...rest] = process.argv.slice(2);
const workspace = mode === "--workspace";
const only = workspace ? rest : process.argv.slice(2);
const chosen = documents().filter((file) => only.length === 0 || only.some((path) => file.startsWith(path)));

const folder = join(workspace ? join(root, "apps/docs/node_modules/.cache") : consumer, "examples");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
// Third-party packages that examples show come from the repository, ours from the tarballs one folder up.
if (!workspace) symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");

/** @type {Map<string, import("./lib/fences.mjs").Fence>} */
const programs = new Map();
for (const fence of chosen.flatMap(fencesOf)) {
  if (fence.flags.includes("sketch")) continue;
  const name = `example-${programs.size + 1}.mts`;
  // The lines stay where they are, so that an error has the line number of the document.
  writeFileSync(join(folder, name), `${fence.code}export {};\n`);
  programs.set(name, fence);
}

const compilerOptions = {
  module: "nodenext",
  target: "es2022",
  lib: ["ES2022", "ESNext.Disposable", "DOM", "DOM.AsyncIterable"],
  types: [join(root, "node_modules/@types/node")],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};
writeFileSync(
  join(folder, "tsconfig.json"),
  JSON.stringify({ compilerOptions, files: [...programs.keys()] }),
);

const problems = [];
if (programs.size > 0) {
  try {
    await captureLater("node", [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
      cwd: folder,
    });
  } catch (error) {
    const lines = error.message.split("\n").filter((line) => line.includes("error TS"));
    for (const line of lines)
      problems.push(line.replace(/^(example-\d+\.mts)/, (name) => programs.get(name)?.document ?? name));
    if (lines.length === 0) problems.push(error.message);
  }
}
finish("examples", problems, `${programs.size} examples of ${chosen.length} documents compile`);
