import { type Clock, systemClock, type TimerHandle } from "@snodo/protocol";

/** The platform's clock, counting the timers that run on it. */
export function countingClock(): Clock & { readonly running: number } {
  const running = new Set<TimerHandle>();
  return {
    now: () => systemClock.now(),
    setTimeout(run, milliseconds, background) {
      const handle = systemClock.setTimeout(
        () => {
          running.delete(handle);
          run();
        },
        milliseconds,
        background,
      );
      running.add(handle);
      return handle;
    },
    clearTimeout(handle) {
      running.delete(handle);
      systemClock.clearTimeout(handle);
    },
    get running() {
      return running.size;
    },
  };
}

/** How many pipes and child processes this process holds open. */
export function openHandles(): number {
  return process.getActiveResourcesInfo().filter((type) => type === "PipeWrap" || type === "ProcessWrap")
    .length;
}
