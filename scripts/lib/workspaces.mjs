// The packages of this repository, as the scripts see them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

/**
 * @typedef {{ name: string, dir: string, path: string, manifest: Record<string, any> }} Workspace
 *   `dir` is relative to the root, `path` is absolute.
 */

/**
 * @param {string} folder
 * @returns {Workspace[]}
 */
function list(folder) {
  return readdirSync(join(root, folder))
    .filter((name) => existsSync(join(root, folder, name, "package.json")))
    .map((name) => {
      const path = join(root, folder, name);
      const manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
      return { name, dir: `${folder}/${name}`, path, manifest };
    });
}

export const packages = list("packages");
export const apps = list("apps");

/** Everything that goes to the registry. */
export const published = [...packages, ...apps].filter(({ manifest }) => !manifest.private);

/** Entry points that only work where there are Node built-ins; all others must run in a browser. */
export const nodeEntries = new Set([
  "@snodo/stdio",
  "@snodo/oauth/node",
  "@snodo/testing/node",
  "@snodo/cli",
]);

/**
 * The code entry points of a package: import name, and the file each condition leads to.
 * @param {Workspace} workspace
 * @returns {{ specifier: string, subpath: string, targets: { conditions: string[], file: string }[] }[]}
 */
export function entriesOf({ manifest }) {
  return Object.entries(manifest.exports ?? {})
    .filter(([subpath]) => subpath !== "./package.json")
    .map(([subpath, value]) => ({
      specifier: manifest.name + subpath.slice(1),
      subpath,
      targets: flatten(value, []),
    }));
}

/**
 * @param {string | Record<string, any>} value
 * @param {string[]} conditions
 * @returns {{ conditions: string[], file: string }[]}
 */
function flatten(value, conditions) {
  if (typeof value === "string") return [{ conditions, file: value }];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, [...conditions, key]));
}
