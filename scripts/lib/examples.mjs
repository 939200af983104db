// Runs the programs of documents, as a reader would who has copied them into a folder.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { transform } from "esbuild";
import { root } from "./run.mjs";

const require = createRequire(join(root, "package.json"));

/** Node before 24 knows no `await using`, and Node 20 no types: a compiler stands between a reader and these. */
const runsTypeScript = Number.parseInt(process.versions.node, 10) >= 24;

/**
 * @typedef {object} Outcome what a program printed, and how it ended
 * @property {number | null} code
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * Empties a folder for programs. Its packages are those that are found from there.
 *
 * @param {string} folder
 */
export function prepareExamples(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "bin"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  // `npx -y NAME …` starts what is installed here: no test asks a registry.
  const entry = require.resolve("@modelcontextprotocol/server-everything/dist/index.js");
  const npx = join(folder, "bin/npx");
  writeFileSync(
    npx,
    `#!/bin/sh
[ "$1 $2" = "-y @modelcontextprotocol/server-everything" ] || { echo "npx $*: not installed here" >&2; exit 1; }
shift 2
exec "${process.execPath}" "${entry}" "$@"
`,
  );
  chmodSync(npx, 0o755);
}

/**
 * Runs a program of a document: as it is where Node can, else compiled.
 *
 * @param {string} folder - one that was prepared
 * @param {string} name - of the file to write
 * @param {string} code - TypeScript
 * @param {Readonly<Record<string, string>>} urls - what stands in the document, and where it is served in fact; what is
 *   printed has the former again
 * @returns {Promise<Outcome>}
 */
export async function runExample(folder, name, code, urls) {
  const placed = Object.entries(urls).reduce((text, [shown, real]) => text.replaceAll(shown, real), code);
  const file = join(folder, `${name}.${runsTypeScript ? "ts" : "js"}`);
  const compile = () => transform(placed, { loader: "ts", target: "node20", format: "esm" });
  writeFileSync(file, runsTypeScript ? placed : (await compile()).code);
  const { code: ended, stdout, stderr } = await ran(file, `${join(folder, "bin")}:${process.env["PATH"]}`);
  const shown = (/** @type {string} */ said) =>
    Object.entries(urls).reduce((rest, [placeholder, real]) => rest.replaceAll(real, placeholder), said);
  return { code: ended, stdout: shown(stdout), stderr: shown(stderr) };
}

/**
 * @param {string} file
 * @param {string} PATH
 * @returns {Promise<Outcome>}
 */
function ran(file, PATH) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file], {
      env: { ...process.env, PATH },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const text = { stdout: "", stderr: "" };
    for (const name of /** @type {const} */ (["stdout", "stderr"])) {
      child[name].setEncoding("utf8").on("data", (chunk) => {
        text[name] += chunk;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...text }));
  });
}
