import { fileURLToPath } from "node:url";

const script = (name: string): string => fileURLToPath(new URL(`../servers/${name}.mjs`, import.meta.url));

/** The words after `--` that start the fixture. */
export const FIXTURE: readonly string[] = [process.execPath, script("fixture")];

/** The fixture, of one revision. */
export function fixtureOf(revision: string): readonly string[] {
  return [...FIXTURE, revision];
}

/** A server with one tool that cannot be used. */
export const BAD_LIST: readonly string[] = [process.execPath, script("bad-list")];

/** A server that writes what should not be written. */
export const HOSTILE: readonly string[] = [process.execPath, script("hostile")];

/** A server whose names and values a shell would act on. */
export const ODD_NAMES: readonly string[] = [process.execPath, script("odd-names")];

/** A command line of the command against a server after `--`. */
export function at(server: readonly string[], ...words: readonly string[]): readonly string[] {
  return [...words, "--", ...server];
}
