import { Interrupted } from "./exit/cli-error.ts";
import { EXIT } from "./exit/exit-codes.ts";
import type { Stopper } from "./stopper.ts";

/** As much of a process as interrupts need. */
export interface Interruptible {
  on(signal: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): unknown;
  exit(code: number): never;
}

/**
 * Makes Ctrl-C end the command in order: calls are cancelled, servers are ended. A second one leaves at once.
 *
 * @param program - the process
 * @param stopper - ends the command
 */
export function listenToInterrupts(program: Interruptible, stopper: Stopper): void {
  const interrupt = (): void => {
    if (stopper.signal.aborted) program.exit(EXIT.Interrupted);
    stopper.stop(new Interrupted());
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) program.on(signal, interrupt);
}
