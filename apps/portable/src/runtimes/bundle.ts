import { join } from "node:path";
import { build } from "esbuild";
import { appFolder } from "./install.ts";

/**
 * Makes one file of a runner and everything it reaches.
 *
 * @param runner - its file in `dist/run`
 * @param condition - the export condition of the runtime
 * @param outfile - where to write
 */
export async function bundle(
  runner: string,
  condition: "workerd" | "browser",
  outfile: string,
): Promise<void> {
  await build({
    entryPoints: [join(appFolder, "dist/run", runner)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "browser",
    conditions: [condition],
    target: "es2022",
    logLevel: "error",
  });
}
