import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { isShareable, systemClock } from "../../src/time/system-clock.ts";

test("a short delay runs once, and a cleared one does not", async () => {
  const order: string[] = [];
  const cleared = systemClock.setTimeout(() => order.push("cleared"), 1);
  systemClock.clearTimeout(cleared);
  await new Promise<void>((resolve) => {
    systemClock.setTimeout(() => {
      order.push("ran");
      resolve();
    }, 5);
  });
  systemClock.clearTimeout(cleared);
  expect(order).toEqual(["ran"]);
});

test("a limit ends, and one that was lifted does not", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const order: string[] = [];
  systemClock.clearTimeout(systemClock.setTimeout(() => order.push("lifted"), 1000));
  systemClock.setTimeout(() => order.push("ended"), 1000);
  vi.advanceTimersByTime(999);
  expect(order).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(order).toEqual(["ended"]);
  systemClock.clearTimeout(undefined);
});

test("a background timer does not hold the process", () => {
  const handle = systemClock.setTimeout(() => undefined, 60_000, true) as NodeJS.Timeout;
  expect(handle.hasRef()).toBe(false);
  systemClock.clearTimeout(handle);
});

test("a limit holds the process until it is lifted, and no longer", async () => {
  const module = new URL("../../dist/index.js", import.meta.url).href;
  const script = `
    const { systemClock } = await import(${JSON.stringify(module)});
    const held = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const limit = systemClock.setTimeout(() => undefined, 60_000);
    const during = held();
    systemClock.clearTimeout(limit);
    console.log(JSON.stringify([during, held()]));`;
  // The process ends by itself, or this times out.
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  expect(JSON.parse(stdout)).toEqual([1, 0]);
});

test("time does not go back", () => {
  const before = systemClock.now();
  expect(systemClock.now()).toBeGreaterThanOrEqual(before);
});

describe("timers are shared", () => {
  const timer = { ref: () => undefined, unref: () => undefined };

  test("where one can be left behind without holding the process", () => {
    expect(isShareable(timer, undefined)).toBe(true);
    expect(isShareable(timer, "Node.js/24")).toBe(true);
    expect(isShareable(7, "Mozilla/5.0")).toBe(false);
    expect(isShareable({}, undefined)).toBe(false);
  });

  test("but not on Cloudflare Workers, where a timer ends with the request that started it", () => {
    expect(isShareable(timer, "Cloudflare-Workers")).toBe(false);
  });

  test("by limits of the same length, as far as there are not too many lengths", () => {
    const limits = Array.from({ length: 200 }, (_, at) =>
      systemClock.setTimeout(() => undefined, 40_000 + at / 7),
    );
    const own = limits.filter((limit) => typeof (limit as NodeJS.Timeout).hasRef === "function");
    for (const limit of limits) systemClock.clearTimeout(limit);
    expect(own.length).toBeGreaterThanOrEqual(200 - 64);
  });

  test("not with those that ran before a test put timers of its own in place", () => {
    systemClock.clearTimeout(systemClock.setTimeout(() => undefined, 30_000));
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const ended: string[] = [];
    systemClock.setTimeout(() => ended.push("fake"), 30_000);
    vi.advanceTimersByTime(30_000);
    expect(ended).toEqual(["fake"]);
  });
});
