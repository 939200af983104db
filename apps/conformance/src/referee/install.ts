import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNode, npm } from "./node.ts";

/** This app, from its built files. */
export const appFolder: string = fileURLToPath(new URL("../..", import.meta.url));

/** Ignored by git and no part of the workspace: the referee needs a newer Node than this repository. */
const cache = join(appFolder, "../../.cache/conformance");

/** The referee, ready to run. */
export interface Referee {
  readonly node: string;
  readonly script: string;
  /** Where the results of a run may be written. */
  readonly results: string;
}

/** Installs the referee as its lockfile says, unless that was done before. */
export function installReferee(): Referee {
  const from = join(appFolder, "referee");
  const wanted = readFileSync(join(from, "package-lock.json"), "utf8");
  const stamp = join(cache, "installed.json");
  mkdirSync(cache, { recursive: true });
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
    console.log("installing the referee");
    for (const file of ["package.json", "package-lock.json"])
      copyFileSync(join(from, file), join(cache, file));
    npm(cache, "ci", "--ignore-scripts");
    writeFileSync(stamp, wanted);
  }
  return {
    node: findNode(cache),
    script: join(cache, "node_modules/@modelcontextprotocol/conformance/dist/index.js"),
    results: join(cache, "results"),
  };
}
