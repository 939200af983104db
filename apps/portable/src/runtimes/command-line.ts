import { join } from "node:path";
import { appFolder, program } from "./install.ts";
import { output, resultsIn } from "./process.ts";
import type { Runtime } from "./runtime.ts";

const script = join(appFolder, "dist/run/run-cli.js");

function commandLine(name: string, command: string, before: readonly string[] = []): Runtime {
  return {
    name,
    skips: name.split(" ")[0] ?? name,
    run: async (origin) =>
      resultsIn(await output(command, [...before, script, origin, name.replace(/\W+/g, "-")])),
  };
}

/** Node in the versions that are supported, this one included; Bun; Deno. */
export const commandLines: readonly Runtime[] = [
  commandLine(`node ${process.versions.node}`, process.execPath),
  ...["22", "24", "26"]
    .filter((major) => major !== process.versions.node.split(".")[0])
    .map((major) => commandLine(`node ${major}`, program(`node-${major}`))),
  commandLine("bun", program("bun")),
  commandLine("deno", program("deno"), ["run", "--allow-all", "--no-check"]),
];
