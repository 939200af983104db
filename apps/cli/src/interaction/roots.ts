import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Root } from "@snodo/protocol";
import { usageError } from "../exit/cli-error.ts";

/**
 * Makes the folders of `--root` what servers are told.
 *
 * @param folders - paths
 * @param cwd - what they are relative to
 * @throws CliError for one that is not there
 */
export async function rootsOf(folders: readonly string[], cwd: string): Promise<readonly Root[]> {
  return await Promise.all(
    folders.map(async (folder) => {
      const path = resolve(cwd, folder);
      const found = await stat(path).catch(() => undefined);
      if (found?.isDirectory() !== true) throw usageError(`--root ${folder} is no folder.`);
      return { uri: pathToFileURL(path).href, name: basename(path) };
    }),
  );
}
