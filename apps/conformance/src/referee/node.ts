import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The oldest Node that the referee runs on. */
const OLDEST = 22;

/** What is installed where no Node is new enough. */
const VERSION = "22.23.5";

function majorOf(node: string): number {
  try {
    return Number(execFileSync(node, ["--version"], { encoding: "utf8" }).slice(1).split(".")[0]);
  } catch {
    return 0;
  }
}

/**
 * Finds a Node that the referee runs on, or installs one from npm.
 *
 * @param folder - where to install it
 * @returns its path
 */
export function findNode(folder: string): string {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const file = process.platform === "win32" ? "node.exe" : "node";
  const installed = join(folder, "node_modules", name, "bin", file);
  const found = [process.execPath, "node", installed].find((node) => majorOf(node) >= OLDEST);
  if (found !== undefined) return found;
  console.log(`installing Node ${VERSION} for the referee`);
  npm(folder, "install", "--no-save", `${name}@${VERSION}`);
  if (!existsSync(installed)) throw new Error(`${name}@${VERSION} has no ${installed}`);
  return installed;
}

/** Runs npm in a folder; what it says is only shown when it fails. */
export function npm(folder: string, ...args: readonly string[]): void {
  execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
}
