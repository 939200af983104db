import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What follows a tag: ids, separated by commas. */
const TAG = /^\s*(?:\/\/|\*|\/\*\*?)\s*@req\s+([^\n*]+)/gm;

/**
 * Reads the ids that a test file cites.
 *
 * @param source - the text of the file
 */
export function idsIn(source: string): readonly string[] {
  return [...source.matchAll(TAG)].flatMap(([, list]) =>
    (list ?? "")
      .split(",")
      .map((id) => id.trim())
      .filter((id) => id !== ""),
  );
}

/** Every cited id with the files that cite it, from the tests of all packages and apps. */
export function citations(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const folder of ["packages", "apps"]) {
    for (const name of readdirSync(`${root}${folder}`)) {
      const tests = `${folder}/${name}/test`;
      if (!existsSync(`${root}${tests}`)) continue;
      for (const file of readdirSync(`${root}${tests}`, { recursive: true, encoding: "utf8" })) {
        if (!/\.test(-d)?\.ts$/.test(file)) continue;
        for (const id of idsIn(readFileSync(`${root}${tests}/${file}`, "utf8"))) {
          found.set(id, [...(found.get(id) ?? []), `${tests}/${file}`]);
        }
      }
    }
  }
  return found;
}
