// In a browser: the page calls this and takes the results.
import { cases } from "../cases/index.ts";
import { type CaseResult, runCases } from "./run-cases.ts";

declare global {
  var runPortable: (origin: string, run: string) => Promise<readonly CaseResult[]>;
}

globalThis.runPortable = (origin, run) => runCases(cases, origin, run);
