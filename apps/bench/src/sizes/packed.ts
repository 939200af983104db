import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { outputOf } from "../children.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

let installed: Promise<string> | undefined;

/**
 * The umbrella as it is published: packed, installed alone, and loaded from there. What is published is bundled, so
 * importing the sources of this repository would measure something nobody installs.
 */
export async function packedUmbrella(): Promise<string> {
  installed ??= outputOf([join(root, "scripts/packed.mjs")], 120_000);
  const folder = await installed;
  return pathToFileURL(join(folder, "node_modules/snodo/bundle/index.js")).href;
}
