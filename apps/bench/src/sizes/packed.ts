import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { outputOf } from "../children.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

let installed: Promise<string> | undefined;

/** The folder in which everything is installed as it is published. */
export async function packedFolder(): Promise<string> {
  installed ??= outputOf([join(root, "scripts/packed.mjs")], 120_000);
  return await installed;
}

/**
 * The umbrella as it is published: packed, installed alone, and loaded from there. What is published is bundled, so
 * importing the sources of this repository would measure something nobody installs.
 */
export async function packedUmbrella(): Promise<string> {
  return pathToFileURL(join(await packedFolder(), "node_modules/snodo/bundle/index.js")).href;
}
