import { compare } from "./run.ts";

// Prints the comparison as JSON. A process of its own: what other clients leave behind ends with it.
process.on("unhandledRejection", () => undefined);
process.stdout.write(`${JSON.stringify(await compare(), null, 1)}\n`, () => process.exit());
