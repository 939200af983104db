import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Target } from "./contestants/contestant.ts";
import type { Figure, Job } from "./job.ts";

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** How long one group of one contestant may take, in milliseconds. */
const LIMIT = 300_000;

export const stdioTarget: Target = {
  kind: "stdio",
  command: process.execPath,
  args: [file("./servers/stdio-server.js")],
};

/** The HTTP server in a process of its own. */
export interface RunningServer {
  readonly target: Target;
  stop(): void;
}

export async function startHttpServer(): Promise<RunningServer> {
  const child = spawn(process.execPath, [file("./servers/http-server.js")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  const url = `http://127.0.0.1:${port.toString().trim()}/mcp`;
  return { target: { kind: "http", url }, stop: () => child.stdin.end() };
}

/**
 * Runs a script of this app in a process of its own and resolves with the last line it printed.
 *
 * @param args - of node
 * @param limit - milliseconds it may take
 * @throws Error with what the process wrote to stderr, when it failed
 */
export async function outputOf(args: readonly string[], limit: number): Promise<string> {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    // What a library prints is not part of its work.
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), limit);
  const [out, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), exitOf(child)]);
  clearTimeout(timer);
  if (code !== 0) throw new Error(problems.trim().split("\n").slice(0, 12).join("\n") || `exit ${code}`);
  return out.trim().split("\n").at(-1) ?? "";
}

/** Measures one group of one contestant. */
export async function runJob(job: Job): Promise<ReadonlyMap<string, Figure>> {
  const out = await outputOf(["--expose-gc", file("./worker.js"), JSON.stringify(job)], LIMIT);
  return new Map(JSON.parse(out) as [string, Figure][]);
}

async function text(stream: NodeJS.ReadableStream): Promise<string> {
  let all = "";
  for await (const chunk of stream.setEncoding("utf8")) all += chunk;
  return all;
}

async function exitOf(child: ChildProcess): Promise<number | string> {
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return code ?? signal ?? "unknown";
}
