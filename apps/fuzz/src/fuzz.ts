// `pnpm fuzz [--runs N] [--seed S] [--only target,…]`: mutated input for every part that reads what peers write.
import { fuzz } from "./campaign/fuzz.ts";
import { fuzzOptions } from "./options.ts";

fuzz(fuzzOptions(process.argv.slice(2))).then(
  ({ failed }) => {
    if (failed > 0) process.exitCode = 1;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
