import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Surroundings } from "../targets/config-places.ts";

/**
 * Where sign-ins are kept: where `fileStore()` of `@snodo/oauth/node` keeps them, so that programs find them, too.
 *
 * @param around - where this runs
 */
export function tokenFolder({ platform, home, env }: Surroundings): string {
  if (platform === "win32")
    return join(env["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "snodo", "oauth");
  if (platform === "darwin") return join(home, "Library", "Application Support", "snodo", "oauth");
  return join(env["XDG_STATE_HOME"] ?? join(home, ".local", "state"), "snodo", "oauth");
}

/**
 * Whether anybody is signed in anywhere: most servers need nobody, and what it takes is not loaded for them.
 *
 * @param folder - from {@link tokenFolder}
 */
export async function hasSignIns(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => name.startsWith("tokens-"));
}
