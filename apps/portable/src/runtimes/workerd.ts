import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle.ts";
import { cacheFolder, program } from "./install.ts";
import { output, resultsIn } from "./process.ts";
import type { Runtime } from "./runtime.ts";

function configuration(origin: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .portable),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
);

const portable :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
  bindings = [(name = "ORIGIN", text = "${origin}"), (name = "RUN", text = "workerd")],
);
`;
}

/** Cloudflare's runtime. */
export const workerd: Runtime = {
  name: "workerd",
  skips: "workerd",
  async run(origin) {
    const folder = join(cacheFolder, "workerd");
    mkdirSync(folder, { recursive: true });
    await bundle("run-worker.js", "workerd", join(folder, "worker.js"));
    writeFileSync(join(folder, "config.capnp"), configuration(origin));
    return resultsIn(await output(program("workerd"), ["test", join(folder, "config.capnp")]));
  },
};
