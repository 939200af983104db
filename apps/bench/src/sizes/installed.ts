import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const here = fileURLToPath(new URL("../..", import.meta.url));

/** The folder of a package as seen from another one: the nearest `node_modules` that has it. */
function folderOf(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return realpathSync(candidate);
    // pnpm keeps what a package depends on beside it.
    const beside = join(folder, name);
    if (folder.endsWith("node_modules") && existsSync(join(beside, "package.json")))
      return realpathSync(beside);
    if (folder === dirname(folder)) throw new Error(`${name} is not installed for ${from}`);
  }
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? bytesIn(path) : statSync(path).size;
    })
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** A package of this repository weighs what its tarball unpacks to. */
function packedBytes(folder: string): number {
  const listed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [tarball] = JSON.parse(listed) as { unpackedSize: number }[];
  return tarball?.unpackedSize ?? 0;
}

/** What npm installs with a package: dependencies, and peers that are not optional. */
function neededBy({ dependencies, peerDependencies, peerDependenciesMeta }: Manifest): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => peerDependenciesMeta?.[name]?.optional !== true,
  );
  return [...Object.keys(dependencies ?? {}), ...peers];
}

/** Bytes in `node_modules` after the package was installed alone. */
export function installedBytes(name: string): number {
  const seen = new Set<string>();
  const add = (folder: string): number => {
    if (seen.has(folder)) return 0;
    seen.add(folder);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    const own = folder.includes("node_modules") ? bytesIn(folder) : packedBytes(folder);
    return neededBy(manifest).reduce((sum, needed) => sum + add(folderOf(needed, folder)), own);
  };
  return add(folderOf(name, here));
}
