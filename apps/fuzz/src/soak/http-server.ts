import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** An HTTP server in a process of its own. */
export interface ForkedServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the server of the HTTP ground.
 *
 * @param seed - decides the faults
 */
export async function forkServer(seed: number): Promise<ForkedServer> {
  const script = fileURLToPath(new URL("./http-child.js", import.meta.url));
  const child = fork(script, [String(seed)], { execArgv: [] });
  const exited = once(child, "exit");
  const [url] = (await once(child, "message")) as [string];
  return {
    url,
    async stop() {
      child.kill();
      await exited;
    },
  };
}
