// Makes a fresh clone ready with only Node and npm: a local pnpm, then a frozen install.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./lib/run.mjs";

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const wanted = manifest.packageManager.replace("pnpm@", "");
const tools = join(root, ".tools");

function installedVersion() {
  const file = join(tools, "node_modules/pnpm/package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : undefined;
}

/** Resolves with an exit code. */
export async function bootstrap() {
  if (installedVersion() !== wanted) {
    const code = await run("npm", [
      "install",
      "--prefix",
      tools,
      "--no-save",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      `pnpm@${wanted}`,
    ]);
    if (code !== 0) return code;
  }
  return run("pnpm", ["install", "--frozen-lockfile"]);
}

if (process.argv[1] === join(root, "scripts/bootstrap.mjs")) process.exitCode = await bootstrap();
