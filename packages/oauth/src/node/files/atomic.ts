import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { open, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { platform } from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { codeOf, storeError } from "./problem.ts";

/** No record comes near this. */
const MAX_BYTES = 1024 * 1024;
/** On Windows a scanner may hold a file for a moment. */
const RENAME_ATTEMPTS = 10;
const RENAME_PAUSE = 20;

/**
 * Writes a file whole or not at all: whoever reads it sees the old text or the new one, also after a crash.
 *
 * @param path - the file; for its owner only from the moment it exists
 * @param text - its content
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text, "utf8");
      await file.sync();
    } finally {
      await file.close();
    }
    await renameOver(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncDirectory(dirname(path));
}

async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const busy = ["EPERM", "EBUSY", "EACCES"].includes(codeOf(error) ?? "");
      if (platform !== "win32" || !busy || attempt === RENAME_ATTEMPTS) throw error;
      await wait(RENAME_PAUSE * attempt);
    }
  }
}

/** The rename itself has to reach the disk. Windows has no such call, and needs none. */
async function syncDirectory(path: string): Promise<void> {
  if (platform === "win32") return;
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/**
 * Reads a file that only its owner may read.
 *
 * @param path - the file
 * @returns undefined when there is none; `""` for one that is far too long
 * @throws McpError `authorization` (`store`) for a link, or when others can read it
 */
export async function readPrivate(path: string): Promise<string | undefined> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return undefined;
    if (code === "ELOOP") throw storeError(`Refused to read ${path}: it is a link.`, "link", false);
    throw error;
  }
  try {
    const status = await file.stat();
    if (platform !== "win32" && (status.mode & 0o077) !== 0) {
      throw storeError(
        `Refused to read ${path}: others can read it. Run chmod 600 on it, or delete it.`,
        "mode",
        false,
      );
    }
    return status.size > MAX_BYTES ? "" : await file.readFile("utf8");
  } finally {
    await file.close();
  }
}
