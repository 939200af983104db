import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";

const SCRIPT = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-everything/dist/index.js",
);

/** The words after `--` that start the reference server on stdio. */
export const EVERYTHING: readonly string[] = [process.execPath, SCRIPT, "stdio"];

/** A server on loopback, in a child process. */
export interface Started {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the reference server on loopback.
 *
 * @param mode - its transport
 */
export async function startEverything(mode: "streamableHttp" | "sse"): Promise<Started> {
  const port = await freePort();
  const child = spawn(process.execPath, [SCRIPT, mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  await listening(child);
  return {
    url: `http://127.0.0.1:${port}/${mode === "sse" ? "sse" : "mcp"}`,
    stop: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

function listening(child: ChildProcess): Promise<void> {
  let said = "";
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`exited with ${code}: ${said}`)));
    const look = (chunk: Buffer): void => {
      said += chunk.toString();
      if (/listening on port|running on port/.test(said)) resolve();
    };
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
