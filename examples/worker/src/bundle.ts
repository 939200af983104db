import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * Makes one file of the Worker and everything it reaches, as `wrangler` would.
 *
 * @param outfile - where to write
 */
export async function bundle(outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL("worker.ts", import.meta.url))],
    outfile,
    bundle: true,
    format: "esm",
    platform: "browser",
    // Leaves out what needs processes or sockets.
    conditions: ["workerd"],
    target: "es2022",
    logLevel: "error",
  });
}
