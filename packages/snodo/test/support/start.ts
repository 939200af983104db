import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";

/** A server on loopback, in a child process. */
export interface Started {
  readonly url: string;
  stop(): Promise<void>;
}

/** The path of a server script beside this folder. */
export function script(name: string): string {
  return fileURLToPath(new URL(`../servers/${name}.mjs`, import.meta.url));
}

/**
 * Starts a script that serves HTTP and waits until it says it is ready.
 *
 * @param args - the script and its arguments; `PORT` in them stands for a free port
 * @param env - variables; `PORT` as a value stands for the same port
 */
export async function startHttp(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const port = String(await freePort());
  const child = spawn(
    process.execPath,
    args.map((arg) => arg.replace("PORT", port)),
    {
      env: {
        ...process.env,
        ...Object.fromEntries(
          Object.entries(env).map(([name, value]) => [name, value.replace("PORT", port)]),
        ),
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const said = await ready(child);
  return {
    url: `http://127.0.0.1:${said ?? port}/mcp`,
    stop: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

/** Resolves with the port the child printed, or undefined when it said that it listens. */
async function ready(child: ChildProcess): Promise<string | undefined> {
  let out = "";
  return await new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`exited with ${code} before it was ready: ${out}`)));
    const look = (chunk: Buffer): void => {
      out += chunk.toString();
      const port = /^(\d{2,5})$/m.exec(out);
      if (port !== null) resolve(port[1]);
      else if (/listening on port|running on port/.test(out)) resolve(undefined);
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
