// Removes everything the build makes.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/run.mjs";
import { apps, packages } from "./lib/workspaces.mjs";

for (const { path } of [...packages, ...apps]) {
  rmSync(join(path, "dist"), { recursive: true, force: true });
  rmSync(join(path, "node_modules/.cache"), { recursive: true, force: true });
}
rmSync(join(root, ".cache"), { recursive: true, force: true });
// The reference, which is made of the docblocks.
rmSync(join(root, "docs/api"), { recursive: true, force: true });
