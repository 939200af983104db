// `exports` and `imports` of every package lead to built files, their sources exist, and the README of a
// package names each of its subpaths and no other.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { finish } from "./lib/report.mjs";
import { entriesOf, packages } from "./lib/workspaces.mjs";

const problems = [];
let count = 0;

/** @param {string} file */
const sourceOf = (file) => file.replace(/^\.\/dist\//, "src/").replace(/(\.d\.ts|\.js)$/, ".ts");

for (const workspace of packages) {
  const { manifest, path, dir } = workspace;
  const entries = entriesOf(workspace);
  const internal = Object.values(manifest.imports ?? {}).flatMap((value) => Object.values(value));
  const files = [...entries.flatMap(({ targets }) => targets.map(({ file }) => file)), ...internal];
  for (const file of new Set(files)) {
    count += 1;
    if (!existsSync(join(path, file)))
      problems.push(`${dir}/package.json leads to ${file}, which is not built`);
    if (!existsSync(join(path, sourceOf(file))))
      problems.push(`${dir}/${file} has no source ${sourceOf(file)}`);
  }
  for (const { subpath, targets } of entries) {
    const last = targets.at(-1);
    if (last?.conditions.at(-1) !== "default")
      problems.push(`${dir} ${subpath}: the last condition is not default`);
  }
  const readme = readFileSync(join(path, "README.md"), "utf8");
  const named = new Set(readme.match(new RegExp(`${manifest.name}/[a-z][a-z-]*`, "g")));
  const real = new Set(entries.map(({ specifier }) => specifier).filter((name) => name !== manifest.name));
  for (const name of real) if (!named.has(name)) problems.push(`${dir}/README.md does not mention ${name}`);
  if (manifest.name.startsWith("@")) {
    for (const name of named)
      if (!real.has(name)) problems.push(`${dir}/README.md mentions ${name}, not an export`);
  }
}

finish("exports", problems, `${count} targets of ${packages.length} packages`);
