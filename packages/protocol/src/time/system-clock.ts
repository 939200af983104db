import type { Clock, TimerHandle } from "../ports/clock.ts";
import { type Limit, LimitQueue } from "./limit-queue.ts";

/** Shorter delays are waits rather than limits: they run out as a rule, so they get a timer of their own. */
const SHORTEST_LIMIT = 1000;

const platform = {
  now: (): number => performance.now(),
  start: (run: () => void, milliseconds: number): unknown => setTimeout(run, milliseconds),
  hold(timer: unknown, alive: boolean): void {
    // Timers of Node, Bun and Deno can be told not to hold the process; those of a browser are plain numbers.
    if (typeof timer !== "object" || timer === null) return;
    const told = timer as { readonly ref?: () => unknown; readonly unref?: () => unknown };
    if (alive) told.ref?.();
    else told.unref?.();
  },
};
/** Lengths beyond this many get timers of their own: computed ones are all different, and sharing gains nothing. */
const MOST_QUEUES = 64;
const queues = new Map<number, LimitQueue>();
/** What started the timers of the queues: tests replace it, and what it started before then never runs. */
let started: typeof setTimeout | undefined;
let shared = false;

/**
 * The clock of the platform: `performance.now` and the global timers, which time limits of equal length share where
 * `isShareable` allows it.
 */
export const systemClock: Clock = Object.freeze({
  now: platform.now,
  setTimeout(run: () => void, milliseconds: number, background?: boolean): TimerHandle {
    const queue = background === true || milliseconds < SHORTEST_LIMIT ? undefined : queueOf(milliseconds);
    if (queue !== undefined) return queue.add(run);
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

function queueOf(milliseconds: number): LimitQueue | undefined {
  if (started !== globalThis.setTimeout) {
    started = globalThis.setTimeout;
    shared = isShareable(probe(), userAgent());
    queues.clear();
  }
  const known = queues.get(milliseconds);
  if (known !== undefined || !shared || queues.size >= MOST_QUEUES) return known;
  const queue: LimitQueue = new LimitQueue(platform, milliseconds, () => {
    if (queues.get(milliseconds) === queue) queues.delete(milliseconds);
  });
  queues.set(milliseconds, queue);
  return queue;
}

/**
 * Whether a timer may be left to run for whoever comes next.
 *
 * On Cloudflare Workers a timer ends with the request that started it, so that the limits of later requests would
 * never end. Where a timer cannot be told to let the process go, one that is left behind would hold it.
 *
 * @param timer - any timer of the platform
 * @param agent - `navigator.userAgent`
 */
export function isShareable(timer: unknown, agent: string | undefined): boolean {
  if (agent === "Cloudflare-Workers" || typeof timer !== "object" || timer === null) return false;
  const { ref, unref } = timer as { readonly ref?: unknown; readonly unref?: unknown };
  return typeof ref === "function" && typeof unref === "function";
}

function probe(): unknown {
  const timer = setTimeout(() => undefined, 0);
  clearTimeout(timer);
  return timer;
}

function userAgent(): string | undefined {
  return (globalThis as { readonly navigator?: { readonly userAgent?: string } }).navigator?.userAgent;
}
