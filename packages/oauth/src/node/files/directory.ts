import { mkdir, readdir, stat, unlink } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { env, getuid, platform } from "node:process";
import { storeError } from "./problem.ts";

/** Sign-ins nobody came back to, and temporary files of writers that died, are removed after an hour. */
const MAX_LEFTOVER_AGE = 3_600_000;

/**
 * Where this library keeps files when the application does not say.
 *
 * @param system - `process.platform`
 * @param variables - the environment
 * @param home - the user's home directory
 */
export function defaultDirectory(
  system: string = platform,
  variables: Readonly<Record<string, string | undefined>> = env,
  home: string = homedir(),
): string {
  if (system === "win32") {
    return join(variables["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "snodo", "oauth");
  }
  if (system === "darwin") return join(home, "Library", "Application Support", "snodo", "oauth");
  return join(variables["XDG_STATE_HOME"] ?? join(home, ".local", "state"), "snodo", "oauth");
}

/**
 * Makes the directory, for its owner only, and removes leftovers.
 *
 * @param path - where records are kept
 * @throws McpError `authorization` (`store`) when others can read it
 */
export async function prepareDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const status = await stat(path);
  if (platform !== "win32") {
    if ((status.mode & 0o077) !== 0) {
      throw storeError(
        `Refused to keep tokens in ${path}: others can read it. Run chmod 700 on it.`,
        "mode",
        false,
      );
    }
    if (getuid !== undefined && status.uid !== getuid()) {
      throw storeError(`Refused to keep tokens in ${path}: it belongs to another user.`, "owner", false);
    }
  }
  await removeLeftovers(path);
}

async function removeLeftovers(path: string): Promise<void> {
  const names = (await readdir(path)).filter((name) => name.endsWith(".tmp") || name.startsWith("pending-"));
  for (const name of names) {
    const file = join(path, name);
    // It may be gone already: others clean up too.
    const status = await stat(file).catch(() => undefined);
    if (status !== undefined && Date.now() - status.mtimeMs > MAX_LEFTOVER_AGE) {
      await unlink(file).catch(() => undefined);
    }
  }
}
