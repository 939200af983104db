import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { outputOf } from "../children.ts";
import type { Passed } from "./profile.ts";

interface Result extends Passed {
  readonly connections: number;
  readonly before: { readonly heap: number; readonly sockets: number };
  readonly after: { readonly heap: number; readonly sockets: number };
  readonly peak: number;
  readonly unhandled: readonly string[];
}

/** How long the whole profile may take, in milliseconds. */
const LIMIT = 180_000;

/** Heap that may be left: compiled code and its feedback, not a thousand connections. */
const LEFT = 3 * 1_048_576;

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const mib = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MiB`;

/** What is wrong with a result; nothing when it is as it should be. */
export function problemsOf(result: Result): readonly string[] {
  const { calls, settled, complaints, before, after, unhandled } = result;
  const problems = [...complaints, ...unhandled.map((error) => `unhandled rejection: ${error}`)];
  if (settled !== calls) problems.push(`${calls - settled} calls never settled`);
  if (after.sockets > before.sockets)
    problems.push(`${after.sockets} sockets are open, there were ${before.sockets}`);
  if (after.heap - before.heap > LEFT)
    problems.push(`the heap grew by ${mib(after.heap - before.heap)}; ${mib(LEFT)} are allowed`);
  return problems;
}

function print(result: Result): void {
  const { calls, connections, settled, disturbed, before, after, peak, cpu, seconds } = result;
  const faults = Object.entries(disturbed)
    .map(([fault, times]) => `${fault} ×${times}`)
    .join(", ");
  console.log(`${connections} connections to 50 servers, ${calls} calls, ${settled} settled`);
  console.log(`faults: ${faults}`);
  console.log(`sockets: ${before.sockets} before, ${peak} at most, ${after.sockets} after`);
  console.log(`heap: ${mib(before.heap)} before, ${mib(after.heap)} after`);
  console.log(`${seconds.toFixed(1)} s; ${cpu.toFixed(0)} µs of CPU a call, connecting and closing included`);
}

/** Runs the gateway profile; resolves with the number of problems. */
export async function gateway(json: boolean): Promise<number> {
  const servers = spawn(process.execPath, [file("./servers.js")], { stdio: ["pipe", "pipe", "inherit"] });
  const [ports] = (await once(servers.stdout, "data")) as [Buffer];
  const urls = (JSON.parse(ports.toString()) as number[]).map((port) => `http://127.0.0.1:${port}/mcp`);
  try {
    const out = await outputOf(["--expose-gc", file("./client.js"), JSON.stringify(urls)], LIMIT);
    const result = JSON.parse(out) as Result;
    const problems = problemsOf(result);
    if (json) console.log(JSON.stringify({ ...result, problems }, null, 2));
    else print(result);
    for (const problem of problems) console.error(`problem: ${problem}`);
    return problems.length;
  } finally {
    servers.stdin.end();
  }
}
