import { expect, test } from "vitest";
import { manualClock } from "../../src/index.ts";

test("time stands still until it is told", async () => {
  const clock = manualClock(1000);
  expect(clock.now()).toBe(1000);
  await clock.advance(250);
  expect(clock.now()).toBe(1250);
});

test("timers run in order of their time, then of their setting", async () => {
  const clock = manualClock();
  const ran: string[] = [];
  clock.setTimeout(() => ran.push("b"), 20);
  clock.setTimeout(() => ran.push("a"), 10);
  clock.setTimeout(() => ran.push("c"), 20);
  clock.setTimeout(() => ran.push("late"), 31);
  expect([clock.pending, clock.untilNext]).toEqual([4, 10]);
  await clock.advance(30);
  expect(ran).toEqual(["a", "b", "c"]);
  expect([clock.pending, clock.untilNext]).toEqual([1, 1]);
});

test("a timer sees its own time, and may set another that still falls due", async () => {
  const clock = manualClock();
  const seen: number[] = [];
  clock.setTimeout(() => {
    seen.push(clock.now());
    void Promise.resolve().then(() => clock.setTimeout(() => seen.push(clock.now()), 5));
  }, 10);
  await clock.advance(15);
  expect(seen).toEqual([10, 15]);
});

test("a cleared timer does not run", async () => {
  const clock = manualClock();
  const handle = clock.setTimeout(() => {
    throw new Error("cleared");
  }, 1);
  clock.clearTimeout(handle);
  clock.clearTimeout(handle);
  await clock.advance(10);
  expect([clock.pending, clock.untilNext]).toEqual([0, undefined]);
});

test("flush lets chains of promises finish, and no time pass", async () => {
  const clock = manualClock();
  let steps = 0;
  const walk = async (): Promise<void> => {
    for (; steps < 500; steps += 1) await Promise.resolve();
  };
  void walk();
  await clock.flush();
  expect([steps, clock.now()]).toEqual([500, 0]);
});
