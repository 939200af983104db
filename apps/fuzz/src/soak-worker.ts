// `node --expose-gc soak-worker.js GROUND CALLS ROUNDS SEED`: one transport, for the process that forked this one.
import { grounds } from "./soak/grounds.ts";
import { soakTrial } from "./soak/soak-trial.ts";

const [name, calls, rounds, seed] = process.argv.slice(2);
const chosen = grounds.find((ground) => ground.name === name);
if (chosen === undefined) throw new Error(`no transport is named ${name}`);

soakTrial(chosen, Number(calls), Number(rounds), Number(seed), (round) =>
  process.send?.({ type: "round", round }),
).then(
  (soaked) => process.send?.(soaked, () => process.exit(0)),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
