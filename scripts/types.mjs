// Type-checks every test project (`tsconfig.test.json`), or those of the packages named as arguments.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./lib/run.mjs";

const only = process.argv.slice(2);
const projects = ["packages", "apps", "examples"]
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => ({ name, dir: `${folder}/${name}` })))
  .filter(({ name }) => only.length === 0 || only.includes(name))
  .filter(
    ({ dir }) => existsSync(join(root, dir, "tsconfig.test.json")) && existsSync(join(root, dir, "test")),
  )
  .map(({ dir }) => `${dir}/tsconfig.test.json`);
if (only.length === 0) projects.push("test/tsconfig.json");

process.exitCode = await run("tsc", ["-b", ...projects]);
