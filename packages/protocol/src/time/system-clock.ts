import type { Clock, TimerHandle } from "../ports/clock.ts";
import { type Limit, LimitQueue } from "./limit-queue.ts";

/** Shorter delays are waits rather than limits: they run out as a rule, so they get a timer of their own. */
const SHORTEST_LIMIT = 1000;

const platform = {
  now: (): number => performance.now(),
  start: (run: () => void, milliseconds: number): unknown => setTimeout(run, milliseconds),
  hold: (timer: unknown, alive: boolean): void => call(timer, alive ? "ref" : "unref"),
};
const queues = new Map<number, LimitQueue>();

/** The clock of the platform: `performance.now` and the global timers, shared by time limits of equal length. */
export const systemClock: Clock = Object.freeze({
  now: platform.now,
  setTimeout(run: () => void, milliseconds: number, background?: boolean): TimerHandle {
    if (background !== true && milliseconds >= SHORTEST_LIMIT) return queueOf(milliseconds).add(run);
    const timer = platform.start(run, milliseconds);
    if (background === true) platform.hold(timer, false);
    return timer;
  },
  clearTimeout(handle: TimerHandle): void {
    const limit = handle as Limit | undefined;
    if (limit?.queue instanceof LimitQueue) limit.queue.remove(limit);
    else clearTimeout(handle as number);
  },
});

function queueOf(milliseconds: number): LimitQueue {
  let queue = queues.get(milliseconds);
  if (queue === undefined) {
    queue = new LimitQueue(platform, milliseconds, () => queues.delete(milliseconds));
    queues.set(milliseconds, queue);
  }
  return queue;
}

/** Timers of Node, Bun and Deno can be told not to hold the process; those of a browser are plain numbers. */
function call(timer: unknown, method: "ref" | "unref"): void {
  if (typeof timer !== "object" || timer === null) return;
  const { [method]: told } = timer as { readonly [name: string]: unknown };
  if (typeof told === "function") told.call(timer);
}
