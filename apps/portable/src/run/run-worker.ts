// In workerd: `workerd test` calls this. Prints the results as one line.
import { cases } from "../cases/index.ts";
import { runCases } from "./run-cases.ts";

interface Bindings {
  readonly ORIGIN: string;
  readonly RUN: string;
}

// biome-ignore lint/style/noDefaultExport: a Worker is its default export
export default {
  async test(_controller: unknown, { ORIGIN, RUN }: Bindings): Promise<void> {
    console.log(JSON.stringify(await runCases(cases, ORIGIN, RUN)));
  },
};
