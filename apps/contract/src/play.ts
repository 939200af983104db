// `node play.js NAME`: puts one client through the contract and sends the report to the process that forked this one.
import { runClientContract } from "@snodo/testing";
import { type AdapterName, adapters } from "./adapters/adapters.ts";
import type { Played } from "./played.ts";

async function main(name: AdapterName): Promise<void> {
  const unhandled: string[] = [];
  process.on("unhandledRejection", (reason) => unhandled.push(String(reason).split("\n", 1)[0] ?? ""));
  // Nothing a client says on its own is of interest.
  for (const method of ["debug", "info", "log", "warn", "error"] as const) console[method] = () => undefined;
  const report = await runClientContract(adapters[name]);
  const played: Played = { report, unhandled };
  process.send?.(played, () => {
    // A client that leaves timers behind must not keep this process.
    process.exit(0);
  });
}

main(process.argv[2] as AdapterName).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
