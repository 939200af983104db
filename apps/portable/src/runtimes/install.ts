import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** This app, from its built files. */
export const appFolder: string = fileURLToPath(new URL("../..", import.meta.url));

/** Ignored by git and no part of the workspace: the runtimes are a gigabyte. */
export const cacheFolder: string = join(appFolder, "../../.cache/portable");

const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/** What is installed from npm, by the name it is installed under. */
const wanted: Readonly<Record<string, string>> = {
  "node-22": `npm:${nodePackage}@22.23.5`,
  "node-24": `npm:${nodePackage}@24.22.3`,
  "node-26": `npm:${nodePackage}@26.12.1`,
  bun: "1.4.5",
  deno: "2.9.6",
  workerd: "1.20261117.1",
};

/** Installs the runtimes, unless that was done before. */
export function installRuntimes(): void {
  const manifest = JSON.stringify({ private: true, dependencies: wanted }, null, 2);
  const stamp = join(cacheFolder, "installed.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === manifest) return;
  console.log("installing Node 22, 24 and 26, Bun, Deno and workerd");
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(join(cacheFolder, "package.json"), manifest);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"], {
    cwd: cacheFolder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  writeFileSync(stamp, manifest);
}

/** The program of an installed runtime. */
export function program(name: string): string {
  if (name.startsWith("node-")) return join(cacheFolder, "node_modules", name, "bin/node");
  return join(cacheFolder, "node_modules/.bin", name);
}
