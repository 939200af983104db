// `node --expose-gc fuzz-worker.js TARGET RUNS SEED`: one target, for the process that forked this one.
import { type End, type Step, trial } from "./campaign/trial.ts";
import { targets } from "./targets/targets.ts";

const [name, runs, seed] = process.argv.slice(2);
const chosen = targets.find((target) => target.name === name);
if (chosen === undefined) throw new Error(`no target is named ${name}`);

const tell = (message: Step | End): void => void process.send?.(message);
trial(chosen, Number(runs), Number(seed), tell).then(
  (end) => process.send?.(end, () => process.exit(0)),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
