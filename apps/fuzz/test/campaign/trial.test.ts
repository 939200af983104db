import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { sharesOf } from "../../src/campaign/campaign.ts";
import { trial } from "../../src/campaign/trial.ts";
import { type Target, target } from "../../src/targets/target.ts";

const of = (run: (input: number) => void | Promise<void>): Target =>
  target({ name: "some", share: 1, input: fc.nat(1_000), run });

beforeAll(() => {
  setFlagsFromString("--expose-gc");
  Object.assign(globalThis, { gc: runInNewContext("gc") as () => void });
});

test("a target that holds is fed as often as asked, from a seed a batch", async () => {
  const seeds: number[] = [];
  let fed = 0;
  const counting = of(() => {
    fed += 1;
  });
  const end = await trial(counting, 2_500, 7, ({ seed }) => seeds.push(seed));
  expect(end).toMatchObject({ runs: 2_500, problem: undefined });
  expect(fed).toBe(2_500);
  expect(seeds).toEqual([7, 8, 9]);
});

test("what fails is told with the smallest input that fails, and the seed that finds it again", async () => {
  const picky = of((input) => {
    if (input > 500) throw new Error("too much");
  });
  const { problem = "", runs } = await trial(picky, 5_000, 3, () => undefined);
  expect(runs).toBe(1_000);
  expect(problem).toMatch(/^too much\nafter \d+ runs of the seed 3, made smaller \d+ times: \[501\]$/);
});

test("what is kept for each input is found", async () => {
  const kept: unknown[] = [];
  const greedy = of(() => {
    kept.push(new Uint8Array(4_096));
  });
  const { problem } = await trial(greedy, 5_000, 1, () => undefined);
  expect(problem).toMatch(/^grew by \d{8} bytes$/);
});

test("every target gets its share", () => {
  const small = of(() => undefined);
  const large: Target = { ...small, share: 3 };
  expect([...sharesOf([small, large], 1_000).values()]).toEqual([250, 750]);
});
