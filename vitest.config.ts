import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const workspaces = ["packages", "apps", "examples"]
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`).map((name) => ({ name, dir: `${root}${folder}/${name}` })),
  )
  .filter(({ dir }) => existsSync(`${dir}/package.json`));

interface Manifest {
  readonly imports?: Readonly<Record<string, { readonly node?: string; readonly default?: string }>>;
}

/** The `#names` of a package lead its own tests to source files, so that both share their modules. */
function sourcesOfImports(dir: string): Record<string, string> {
  const { imports = {} } = JSON.parse(readFileSync(`${dir}/package.json`, "utf8")) as Manifest;
  return Object.fromEntries(
    Object.entries(imports).flatMap(([name, { node, default: other }]) => {
      const built = node ?? other;
      return built === undefined
        ? []
        : [[name, `${dir}/${built.replace("./dist/", "src/").replace(/\.js$/, ".ts")}`]];
    }),
  );
}

// Tests import the sources of their own package and the built files of its siblings.
export default defineConfig({
  test: {
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 30_000,
    passWithNoTests: true,
    projects: [
      { extends: true, test: { name: "repo", root, include: ["test/**/*.test.ts"] } },
      ...workspaces.map(({ name, dir }) => ({
        extends: true as const,
        resolve: { alias: sourcesOfImports(dir) },
        test: { name, root: dir, include: ["test/**/*.test.ts"] },
      })),
    ],
  },
});
