import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const VERSION = "1.20261117.1";

/** Ignored by git, and no part of the workspace: it weighs a hundred megabytes. */
const cache = fileURLToPath(new URL("../../../../.cache/", import.meta.url));
const places = ["portable", "workerd"].map((folder) => join(cache, folder, "node_modules/.bin/workerd"));

/** Cloudflare's runtime, where it is or, in continuous integration, can be installed. */
export function findWorkerd(): string | undefined {
  const found = places.find((place) => existsSync(place));
  if (found !== undefined || process.env["CI"] === undefined) return found;
  const folder = join(cache, "workerd");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  try {
    execFileSync("npm", ["install", "--no-audit", "--no-fund", `workerd@${VERSION}`], {
      cwd: folder,
      stdio: "ignore",
    });
  } catch (error) {
    console.warn(`workerd could not be installed: ${error instanceof Error ? error.message : String(error)}`);
  }
  return places.find((place) => existsSync(place));
}

/** A Worker that is being served. */
export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Serves a Worker on loopback.
 *
 * @param program - the runtime
 * @param script - the bundled Worker
 * @param server - what it is bound to as SERVER
 */
export async function serveWorker(program: string, script: string, server: string): Promise<Served> {
  const port = await freePort();
  const config = `${script}.capnp`;
  writeFileSync(config, configuration(script, server, port));
  const child = spawn(program, ["serve", config], { stdio: ["ignore", "inherit", "inherit"] });
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(url, child);
  return {
    url,
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

function configuration(script: string, server: string, port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .example),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);

const example :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${script.split("/").at(-1)}")],
  compatibilityDate = "2026-11-01",
  bindings = [(name = "SERVER", text = "${server}")],
);
`;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** It says nothing when it is ready. */
async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    try {
      await (await fetch(`${url}/?probe`)).body?.cancel();
      return;
    } catch {
      // Not yet.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  throw new Error(`workerd ended with ${child.exitCode}`);
}
