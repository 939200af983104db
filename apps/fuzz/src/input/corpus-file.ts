import { fileURLToPath } from "node:url";

/**
 * The path of a recording.
 *
 * @param name - in `corpus/`
 */
export function corpusFile(name: string): string {
  return fileURLToPath(new URL(`../../corpus/${name}`, import.meta.url));
}
