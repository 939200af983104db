import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server in a child process that was told a port to listen on. */
export interface SpawnedHttp {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a script that serves HTTP.
 *
 * @param args - the script and its arguments; `PORT` stands for a free port, which is in the environment, too
 */
export async function spawnHttp(args: readonly string[]): Promise<SpawnedHttp> {
  const port = String(await freePort());
  const child = spawn(
    process.execPath,
    args.map((arg) => arg.replace("PORT", port)),
    {
      env: { ...process.env, PORT: port },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const url = `http://127.0.0.1:${port}/mcp`;
  // Whatever they print, they all say something once they listen.
  await Promise.race([once(child.stdout, "data"), once(child.stderr, "data")]);
  child.stdout.resume();
  child.stderr.resume();
  return {
    url,
    async stop() {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
