import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const workspaces = ["packages", "apps"].flatMap((folder) =>
  readdirSync(`${root}${folder}`).map((name) => ({ name, dir: `${root}${folder}/${name}` })),
);

// Tests import the sources of their own package and the built files of its siblings.
export default defineConfig({
  test: {
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 30_000,
    passWithNoTests: true,
    projects: [
      { extends: true, test: { name: "repo", root, include: ["test/**/*.test.ts"] } },
      ...workspaces
        .filter(({ dir }) => existsSync(`${dir}/package.json`))
        .map(({ name, dir }) => ({
          extends: true as const,
          // In the tests of http, `#exchange` is the source file, so that it shares modules with them.
          resolve: { alias: name === "http" ? { "#exchange": `${dir}/src/exchange/undici.ts` } : {} },
          test: { name, root: dir, include: ["test/**/*.test.ts"] },
        })),
    ],
  },
});
