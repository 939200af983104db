// `pnpm soak [--calls N] [--seed S] [--only transport,…]`: calls of every kind with faults, over each transport.
import { soakOptions } from "./options.ts";
import { soak } from "./soak/soak.ts";

soak(soakOptions(process.argv.slice(2))).then(
  ({ failed }) => {
    if (failed > 0) process.exitCode = 1;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
