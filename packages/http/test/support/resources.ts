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

/** Collects what nobody caught while some work ran. */
export async function uncaughtDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const seen: unknown[] = [];
  const note = (error: unknown): void => {
    seen.push(error);
  };
  const kept = (["uncaughtException", "unhandledRejection"] as const).map((event) => {
    const listeners = process.listeners(event as "uncaughtException");
    process.removeAllListeners(event);
    process.on(event as "uncaughtException", note);
    return { event, listeners };
  });
  try {
    await work();
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  } finally {
    for (const { event, listeners } of kept) {
      process.off(event as "uncaughtException", note);
      for (const listener of listeners) process.on(event as "uncaughtException", listener);
    }
  }
  return seen;
}
