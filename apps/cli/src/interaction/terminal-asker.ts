import type { Invocation } from "../invocation.ts";
import type { Asker } from "./asker.ts";

/**
 * What asks on the terminal of a command. Loaded when there is something to ask: most commands ask nothing.
 *
 * @param invocation - the command
 * @param signal - withdraws a question
 */
export async function terminalAsker(
  { stdin, stderr, output, stopper }: Invocation,
  signal: AbortSignal,
): Promise<Asker> {
  const { clackAsker } = await import("./clack-asker.ts");
  return clackAsker({
    input: stdin,
    output: stderr,
    style: output.sideStyle,
    signal,
    interrupt: (reason) => stopper.stop(reason),
  });
}
