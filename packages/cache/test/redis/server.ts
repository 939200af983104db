import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";

const BINARY = "redis-server";

/** Why there is no Redis here; undefined when there is one. */
export const noRedis: string | undefined =
  spawnSync(BINARY, ["--version"]).status === 0
    ? undefined
    : "no redis-server on the PATH: the Redis store is not tested against a real server";

/** A Redis of its own, on a socket file. */
export class RedisServer {
  readonly path: string;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), "snodo-redis-"));
    this.path = join(this.#folder, "redis.sock");
  }

  async start(): Promise<void> {
    const options = ["--port", "0", "--unixsocket", this.path, "--save", "", "--appendonly", "no"];
    const child = spawn(BINARY, [...options, "--dir", this.#folder], { stdio: "ignore" });
    this.#child = child;
    const client = createClient({
      socket: { path: this.path, reconnectStrategy: (tries) => (tries > 200 ? new Error("not up") : 25) },
    });
    client.on("error", () => undefined);
    await client.connect();
    await client.ping();
    client.destroy();
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    this.#child = undefined;
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
