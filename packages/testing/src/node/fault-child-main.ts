import { spawn } from "node:child_process";
import { randomOf } from "../faults/random.ts";
import { faultStream } from "./fault-stream.ts";
import type { FaultChildInit } from "./faulty-child.ts";

// The script behind `faultyChild`: runs the real server and spoils what passes between it and the client.
const { command, args, plan, seed } = JSON.parse(process.argv[2] ?? "{}") as FaultChildInit;
const random = randomOf(seed, 0);
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const cut = (): void => {
  child.kill("SIGKILL");
  process.exit(1);
};
const there = faultStream(plan.toServer ?? {}, random.between(0, 2 ** 31), cut);
const back = faultStream(plan.toClient ?? {}, random.between(0, 2 ** 31), cut);
// A pipe whose reader is gone: the exit of either side ends this process, too.
for (const stream of [child.stdin, process.stdout]) stream.on("error", () => undefined);
process.stdin.pipe(there.stream).pipe(child.stdin);
child.stdout.pipe(back.stream).pipe(process.stdout);
child.once("error", () => process.exit(127));
child.once("exit", (code, signal) => {
  process.exitCode = code ?? (signal === null ? 0 : 1);
  process.stdin.destroy();
});
