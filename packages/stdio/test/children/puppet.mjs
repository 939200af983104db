// A server that does what its requests say, however bad. What it does at start and at the end is in its environment.
import { spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { fileURLToPath } from "node:url";

const { PUPPET_IGNORES = "", PUPPET_SAYS, PUPPET_COMPLAINS } = process.env;
if (PUPPET_IGNORES.includes("term")) process.on("SIGTERM", () => {});
if (PUPPET_SAYS !== undefined) process.stdout.write(PUPPET_SAYS);
if (PUPPET_COMPLAINS !== undefined) process.stderr.write(PUPPET_COMPLAINS);
const seen = [];

const write = (bytes) => new Promise((resolve) => process.stdout.write(bytes, resolve));
const turn = () => new Promise((resolve) => setImmediate(resolve));
const answer = (id, result) => write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);

/** @type {Record<string, (params: any, id: number) => unknown>} */
const does = {
  echo: (params) => params,
  seen: () => seen,
  environment: () => process.env,
  place: () => ({ cwd: process.cwd(), argv: process.argv.slice(2), pid: process.pid }),
  async raw({ base64, size }) {
    const bytes = Buffer.from(base64, "base64");
    for (let at = 0; at < bytes.length; at += size) {
      await write(bytes.subarray(at, at + size));
      await turn();
    }
    return bytes.length;
  },
  async long({ bytes, times = 1, pieces = 1 }) {
    const piece = Buffer.alloc(bytes / pieces, "x");
    for (let i = 0; i < times; i += 1) {
      for (let j = 0; j < pieces; j += 1) await write(piece);
      await write("\n");
    }
    return "after";
  },
  text: ({ length }) => "x".repeat(length),
  async stderr({ bytes, text }) {
    const data = text ?? `${"e".repeat(79)}\n`.repeat(bytes / 80);
    await new Promise((resolve) => process.stderr.write(data, resolve));
    return data.length;
  },
  async exit({ code, signal, says, complains }, id) {
    if (complains !== undefined) await new Promise((resolve) => process.stderr.write(complains, resolve));
    if (says === "answer") await answer(id, "last words");
    if (says === "much") await answer(id, "x".repeat(150_000));
    if (says === "unfinished") await write(JSON.stringify({ jsonrpc: "2.0", id, result: "no line feed" }));
    if (signal === undefined) process.exit(code);
    process.kill(process.pid, signal);
    return new Promise(() => {});
  },
  silence: () => new Promise(() => {}),
  async later({ turns }) {
    for (let i = 0; i < turns; i += 1) await turn();
    return turns;
  },
  // Destroying the stream would leave the descriptor open.
  closeStdout: () => {
    closeSync(1);
    setTimeout(() => process.exit(0), 120_000);
    return new Promise(() => {});
  },
  /** Starts a process of its own, which shares stdout when told to. */
  async grandchild({ ignores = "", shares = false, detached = false, nested = false }) {
    const script = fileURLToPath(new URL("./sleeper.mjs", import.meta.url));
    const stdio = ["ignore", shares ? "inherit" : "ignore", "inherit", "ipc"];
    const child = spawn(process.execPath, [script, ignores, nested ? "nested" : ""], { stdio, detached });
    const pids = await new Promise((resolve) => child.once("message", resolve));
    child.disconnect();
    child.unref();
    return { pids };
  },
  /** Reads nothing for a while, but asks the client in the meantime. */
  async stopReading({ milliseconds, asks = 0 }) {
    process.stdin.pause();
    for (let i = 0; i < asks; i += 1) {
      void write(`${JSON.stringify({ jsonrpc: "2.0", id: `s${i}`, method: "ping" })}\n`);
    }
    setTimeout(() => process.stdin.resume(), milliseconds);
    return "deaf";
  },
};

async function take(line) {
  const message = JSON.parse(line);
  seen.push(message);
  if (message.id === undefined || message.method === undefined) return;
  await answer(message.id, await does[message.method](message.params ?? {}, message.id));
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) void take(line);
});
process.stdin.on("end", () => {
  if (PUPPET_IGNORES.includes("eof")) setTimeout(() => process.exit(0), 120_000);
  else process.exit(0);
});
