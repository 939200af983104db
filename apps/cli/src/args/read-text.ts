import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { usageError } from "../exit/cli-error.ts";

/**
 * Reads the text of a file that was named on the command line.
 *
 * @param file - its path; `-` is stdin
 * @param stdin - of this program
 * @param cwd - what paths are relative to
 * @throws CliError when it cannot be read
 */
export async function readText(
  file: string,
  stdin: Readable & { readonly isTTY?: boolean | undefined },
  cwd: string,
): Promise<string> {
  if (file === "-") return await readAll(stdin);
  try {
    return await readFile(resolve(cwd, file), "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw usageError(
      code === "ENOENT" ? `There is no file ${file}.` : `${file} cannot be read (${code}).`,
      "A text that starts with @ is written with two: name=@@text.",
    );
  }
}

async function readAll(stdin: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString("utf8");
}
