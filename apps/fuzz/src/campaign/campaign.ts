import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Target } from "../targets/target.ts";
import type { End, Step } from "./trial.ts";

/** A batch that takes longer hangs, in milliseconds. */
const LONGEST_BATCH = 120_000;

/** How many inputs each target gets of a number of them. */
export function sharesOf(targets: readonly Target[], runs: number): ReadonlyMap<Target, number> {
  const total = targets.reduce((sum, { share }) => sum + share, 0);
  return new Map(targets.map((target) => [target, Math.max(1, Math.round((runs * target.share) / total))]));
}

/**
 * Feeds one target in a process of its own, so that nothing it does can keep this one.
 *
 * @param name - the target
 * @param runs - how many inputs
 * @param seed - of the first batch
 */
export function campaign(name: string, runs: number, seed: number): Promise<End> {
  const worker = fileURLToPath(new URL("../fuzz-worker.js", import.meta.url));
  return new Promise((resolve) => {
    const child = fork(worker, [name, String(runs), String(seed)], { execArgv: ["--expose-gc"] });
    const started = performance.now();
    let last: Step = { type: "step", runs: 0, seed };
    const fail = (what: string): void => {
      const seconds = (performance.now() - started) / 1_000;
      resolve({
        type: "end",
        runs: last.runs,
        seconds,
        growth: 0,
        problem: `${what} in the batch of seed ${last.seed}`,
      });
    };
    const hang = (): void => {
      fail(`hangs: nothing came for ${LONGEST_BATCH / 1_000} s`);
      child.kill("SIGKILL");
    };
    let timer = setTimeout(hang, LONGEST_BATCH);
    child.on("message", (message: Step | End) => {
      clearTimeout(timer);
      if (message.type === "end") return resolve(message);
      last = message;
      timer = setTimeout(hang, LONGEST_BATCH);
    });
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      // A process without anything to wait for ends with 0 although a promise is pending: that is a hang, too.
      fail(`its process ended early (${signal ?? `exit ${String(code)}`})`);
    });
  });
}
