// On runtimes with a command line: Node, Bun, Deno. Prints the results as one line.
import { cases } from "../cases/index.ts";
import { runCases } from "./run-cases.ts";

const [origin = "", run = ""] = process.argv.slice(2);
runCases(cases, origin, run).then(
  (results) => {
    console.log(JSON.stringify(results));
    process.exit(0);
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
