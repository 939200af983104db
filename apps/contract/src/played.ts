import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ClientReport } from "@snodo/testing";
import type { AdapterName } from "./adapters/adapters.ts";

/** What became of a client, and what it left unhandled in its process. */
export interface Played {
  readonly report: ClientReport;
  /** Rejections nobody observed, one line each. */
  readonly unhandled: readonly string[];
}

/** No client may block its process for longer, in milliseconds. */
const LONGEST = 120_000;

/**
 * Puts a client through the contract in a process of its own.
 *
 * @param name - which
 * @throws Error when its process ends without a report
 */
export function play(name: AdapterName): Promise<Played> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL("play.js", import.meta.url)), [name], {
      timeout: LONGEST,
      killSignal: "SIGKILL",
    });
    child.once("message", (message) => resolve(message as Played));
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      reject(
        new Error(`the process of ${name} ended without a report (${signal ?? `exit ${String(code)}`})`),
      ),
    );
  });
}
