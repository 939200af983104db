// Follows the imports of every browser-safe entry, as a browser bundler does, and names what must not be there:
// Node built-ins, Node globals, packages outside the list, a schema library on the path of a message.
import { build } from "esbuild";
import { finish } from "./lib/report.mjs";
import { root } from "./lib/run.mjs";
import { entriesOf, nodeEntries, packages } from "./lib/workspaces.mjs";

/** Third-party packages an entry may bring into a browser. */
const allowed = {
  "@snodo/client/json-schema": ["@cfworker/json-schema"],
  "@snodo/cache": ["lru-cache"],
  "@snodo/oauth": ["oauth4webapi", "zod"],
  "@snodo/oauth/machine": ["oauth4webapi"],
  "@snodo/oauth/dpop": ["oauth4webapi"],
  "@snodo/skills": ["yaml"],
  "@snodo/testing": ["zod"],
  snodo: ["lru-cache"],
};
const forbidden = [/\bprocess\.\w+/, /\bBuffer\.\w+/, /\brequire\(/, /\b__dirname\b/, /\bsetImmediate\(/];
const problems = [];
let checked = 0;

/** @param {string} input a path esbuild reports */
function packageOf(input) {
  const inside = input.split("node_modules/").at(-1) ?? "";
  const parts = inside.split("/");
  return inside.startsWith("@") ? `${parts[0]}/${parts[1]}` : (parts[0] ?? "");
}

/**
 * @param {string} specifier
 * @param {string} from
 */
async function check(specifier, from) {
  const bundle = await build({
    stdin: { contents: `export * from ${JSON.stringify(specifier)};`, resolveDir: from },
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    conditions: ["browser"],
    logLevel: "silent",
    absWorkingDir: root,
  });
  const extra = Object.keys(bundle.metafile.inputs)
    .filter((input) => input.includes("node_modules/"))
    .map(packageOf)
    .filter((name) => name !== "" && !(allowed[specifier] ?? []).includes(name));
  for (const name of new Set(extra)) problems.push(`${specifier} brings ${name}`);
  // Our own files only: a dependency that guards `typeof process` is not a leak of ours.
  for (const input of Object.keys(bundle.metafile.inputs).filter((file) =>
    /^packages\/\w+\/dist\//.test(file),
  )) {
    checked += 1;
    if (/\/(exchange\/undici|node\/)/.test(input)) problems.push(`${specifier} reaches ${input}`);
  }
  for (const word of forbidden) {
    const found = ownText(bundle).match(word);
    if (found) problems.push(`${specifier} uses ${found[0]}`);
  }
}

/** @param {{ outputFiles: { text: string }[] }} bundle */
function ownText(bundle) {
  // esbuild heads every module with its path, which tells our files from those of dependencies.
  const parts = (bundle.outputFiles[0]?.text ?? "").split(/^\/\/ (?=\S+\.m?js$)/m);
  return parts.filter((part) => part.startsWith("packages/")).join("\n");
}

for (const workspace of packages) {
  for (const { specifier } of entriesOf(workspace)) {
    if (nodeEntries.has(specifier)) continue;
    try {
      await check(specifier, workspace.path);
    } catch (error) {
      const details = error.errors?.map((one) => `${one.location?.file}: ${one.text}`) ?? [error.message];
      for (const detail of details) problems.push(`${specifier}: ${detail}`);
    }
  }
}

finish("leaks", problems, `${checked} modules reachable from the browser-safe entries`);
