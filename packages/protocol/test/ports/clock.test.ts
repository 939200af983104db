import { expect, test } from "vitest";
import { systemClock } from "../../src/ports/clock.ts";

test("the system clock runs a timer once, and forgets a cleared one", async () => {
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

test("a background timer does not hold the process", () => {
  const handle = systemClock.setTimeout(() => undefined, 60_000, true) as NodeJS.Timeout;
  const held = systemClock.setTimeout(() => undefined, 60_000) as NodeJS.Timeout;
  expect([handle.hasRef(), held.hasRef()]).toEqual([false, true]);
  systemClock.clearTimeout(handle);
  systemClock.clearTimeout(held);
});

test("time does not go back", () => {
  const before = systemClock.now();
  expect(systemClock.now()).toBeGreaterThanOrEqual(before);
});
