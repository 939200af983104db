// The client under test: one process for each scenario, started by the referee.
import { GATE, passGate } from "../gate.ts";
import { FINISHED } from "../referee/results.ts";
import { readScenario } from "./environment.ts";

async function main(): Promise<void> {
  const scenario = readScenario(process.argv, process.env);
  await passGate(process.env[GATE]);
  // Loaded now and not before: it is most of the work, and the others are at it.
  const { playOf } = await import("./scenarios.ts");
  await playOf(scenario.name)(scenario);
  console.log(FINISHED);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
