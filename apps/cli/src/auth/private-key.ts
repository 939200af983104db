import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { CliError } from "../exit/cli-error.ts";
import { EXIT } from "../exit/exit-codes.ts";

/**
 * Reads `SNODO_PRIVATE_KEY`: a key in PEM, or the path of a file with one. An error shows neither.
 *
 * @param value - of the variable
 * @param cwd - what a path is relative to
 * @throws CliError when there is no such file
 */
export async function readKey(value: string, cwd: string): Promise<string> {
  if (value.includes("-----BEGIN")) return value;
  try {
    return await readFile(resolve(cwd, value), "utf8");
  } catch (error) {
    throw new CliError("SNODO_PRIVATE_KEY is neither a key in PEM nor the path of a file that can be read.", {
      exit: EXIT.Authorization,
      reason: "private_key",
      cause: error,
    });
  }
}
