import type { Clock } from "@snodo/protocol";
import type { Graces } from "../options.ts";
import type { ProcessTree } from "./process-tree.ts";

/** What a shutdown works on. */
export interface Ended {
  readonly tree: ProcessTree;
  /** Resolves when the direct child has exited. */
  readonly exited: Promise<unknown>;
  /** True once it has. */
  hasExited(): boolean;
  /** Ends the child's stdin. */
  endInput(): void;
}

const FIRST_LOOK = 10;
const LAST_LOOK = 100;

/**
 * Ends a process and everything it started: end of input, wait, SIGTERM, wait, SIGKILL, wait. A step is skipped when
 * nothing is left, so it takes at most the sum of the graces.
 *
 * spec: basic/transports, stdio, shutdown.
 *
 * @param process - what is to be ended
 * @param graces - how long each wait may take
 * @param clock - measures it
 * @returns false when something survived all of it
 */
export async function shutDown(process: Ended, graces: Graces, clock: Clock): Promise<boolean> {
  const within = (grace: number): Promise<boolean> => goneWithin(process, grace, clock);
  process.tree.note();
  process.endInput();
  if (await within(graces.stdinGrace)) return true;
  if (process.tree.end("ask") && (await within(graces.termGrace))) return true;
  process.tree.end("force");
  return within(graces.killGrace);
}

async function goneWithin(process: Ended, grace: number, clock: Clock): Promise<boolean> {
  const deadline = clock.now() + grace;
  if (!process.hasExited() && grace > 0) {
    const timer = timeUp(clock, grace);
    await Promise.race([process.exited, timer.up]);
    timer.clear();
  }
  // Nothing announces the exit of a grandchild, so it is looked for.
  for (
    let pause = FIRST_LOOK;
    !process.hasExited() || !process.tree.gone();
    pause = Math.min(pause * 2, LAST_LOOK)
  ) {
    const left = deadline - clock.now();
    if (left <= 0) return false;
    await timeUp(clock, Math.min(pause, left)).up;
  }
  return true;
}

function timeUp(clock: Clock, milliseconds: number): { up: Promise<void>; clear(): void } {
  let clear = (): void => {};
  const up = new Promise<void>((resolve) => {
    const handle = clock.setTimeout(resolve, milliseconds);
    clear = () => clock.clearTimeout(handle);
  });
  return { up, clear };
}
