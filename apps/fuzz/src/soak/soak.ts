import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Tally } from "../campaign/fuzz.ts";
import { grounds } from "./grounds.ts";
import type { Soaked } from "./soak-trial.ts";

/** A round that takes longer hangs, in milliseconds. */
const LONGEST_ROUND = 300_000;
const MEBIBYTE = 1024 * 1024;

/** What the soak was asked for. */
export interface SoakOptions {
  /** Over each transport. */
  readonly calls: number;
  /** Each with connections of its own; between them is measured what is held. */
  readonly rounds: number;
  readonly seed: number;
  /** Names of transports; all of them when empty. */
  readonly only: readonly string[];
}

/**
 * Soaks the transports, one after the other, each in a process of its own, and prints a line for each.
 *
 * @param options - how much, from which seed, over what
 */
export async function soak(options: SoakOptions): Promise<Tally> {
  const { only } = options;
  const chosen = grounds.filter(({ name }) => only.length === 0 || only.includes(name));
  if (chosen.length < only.length)
    throw new Error(`the transports are ${grounds.map(({ name }) => name).join(", ")}`);
  let failed = 0;
  for (const { name } of chosen) {
    const problems = await soakOne(name, options);
    if (problems.length > 0) failed += 1;
    for (const problem of problems) console.log(`  ${problem}`);
  }
  return { passed: chosen.length - failed, failed };
}

async function soakOne(name: string, options: SoakOptions): Promise<readonly string[]> {
  let soaked: Soaked;
  try {
    soaked = await inProcess(name, options);
  } catch (error) {
    console.log(`${name.padEnd(7)} FAILED`);
    return [error instanceof Error ? error.message : String(error)];
  }
  const { warm, last, problems } = soaked;
  const heap = ({ bytes }: { readonly bytes: number }): string => (bytes / MEBIBYTE).toFixed(1);
  console.log(
    `${name.padEnd(7)} ${soaked.calls} calls over ${soaked.connections} connections, ` +
      `seed ${options.seed}, ${soaked.seconds.toFixed(1)} s, heap ${heap(warm)} → ${heap(last)} MiB, ` +
      `descriptors ${warm.descriptors} → ${last.descriptors}: ${problems.length === 0 ? "ok" : "FAILED"}`,
  );
  const reasons = Object.entries(soaked.failed).sort(([, one], [, other]) => other - one);
  console.log(`        failed: ${reasons.map(([reason, count]) => `${reason} ${count}`).join(", ")}`);
  return problems;
}

function inProcess(name: string, { calls, rounds, seed }: SoakOptions): Promise<Soaked> {
  const worker = fileURLToPath(new URL("../soak-worker.js", import.meta.url));
  return new Promise((resolve, reject) => {
    const child = fork(worker, [name, ...[calls, rounds, seed].map(String)], { execArgv: ["--expose-gc"] });
    const hang = (): void => {
      reject(new Error(`hangs: a round took more than ${LONGEST_ROUND / 1_000} s`));
      child.kill("SIGKILL");
    };
    let timer = setTimeout(hang, LONGEST_ROUND);
    child.on("message", (message: Soaked | { readonly type: "round" }) => {
      clearTimeout(timer);
      if (message.type === "soaked") return resolve(message);
      timer = setTimeout(hang, LONGEST_ROUND);
    });
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      // A process without anything to wait for ends with 0 although a promise is pending: that is a hang, too.
      reject(new Error(`its process ended early (${signal ?? `exit ${String(code)}`})`));
    });
  });
}
