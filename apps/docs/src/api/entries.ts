import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.ts";

/** One import of one package. */
export interface Entry {
  /** What is written after `from`. */
  readonly specifier: string;
  /** The name of its page. */
  readonly slug: string;
  readonly description: string;
  /** The source file behind it. */
  readonly file: string;
}

interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** Every import of every package under `packages/`: what others export again comes first, the umbrella last. */
export function entries(): readonly Entry[] {
  const folders = readdirSync(join(root, "packages")).sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  return folders.flatMap((folder) => {
    const path = join(root, "packages", folder);
    const manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Manifest;
    return Object.entries(manifest.exports).flatMap(([subpath, target]) =>
      typeof target === "string"
        ? []
        : {
            specifier: manifest.name + subpath.slice(1),
            slug: (manifest.name.replace("@snodo/", "") + subpath.slice(1)).replace("/", "-"),
            description: manifest.description,
            file: join(path, target.types.replace("./dist/", "src/").replace(/\.d\.ts$/, ".ts")),
          },
    );
  });
}

function rank(folder: string): number {
  return ["protocol", "client", "http", "stdio"].indexOf(folder) + 1 || (folder === "snodo" ? 100 : 50);
}
