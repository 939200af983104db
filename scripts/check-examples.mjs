// Compiles every ```ts fence of the Markdown files against the installed tarballs (see check-pack.mjs).
// A fence that is a sketch and not a program says so: ```ts sketch
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finish } from "./lib/report.mjs";
import { captureLater, root } from "./lib/run.mjs";
import { consumer } from "./lib/tarballs.mjs";

const folder = join(consumer, "examples");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
// Third-party packages that examples show come from the repository, ours from the tarballs one folder up.
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");

const listed = ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"];
const documents = execFileSync("git", listed, { cwd: root, encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((file) => !file.startsWith(".changeset/") && existsSync(join(root, file)));

/** @type {Map<string, { document: string, line: number }>} */
const origins = new Map();
for (const document of documents) {
  const lines = readFileSync(join(root, document), "utf8").split("\n");
  let start = -1;
  for (const [index, line] of lines.entries()) {
    if (start < 0 && /^```(ts|typescript)\s*$/.test(line)) start = index + 1;
    else if (start >= 0 && line.startsWith("```")) {
      const name = `example-${origins.size + 1}.mts`;
      // The lines stay where they are, so that an error has the line number of the document.
      const text = "\n".repeat(start) + lines.slice(start, index).join("\n");
      writeFileSync(join(folder, name), `${text}\nexport {};\n`);
      origins.set(name, { document, line: start });
      start = -1;
    }
  }
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
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [...origins.keys()] }));

const problems = [];
if (origins.size > 0) {
  try {
    await captureLater("node", [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
      cwd: folder,
    });
  } catch (error) {
    const lines = error.message.split("\n").filter((line) => line.includes("error TS"));
    for (const line of lines)
      problems.push(line.replace(/^(example-\d+\.mts)/, (name) => origins.get(name)?.document ?? name));
    if (lines.length === 0) problems.push(error.message);
  }
}
finish("examples", problems, `${origins.size} examples of ${documents.length} documents compile`);
