import { describe, expect, test } from "vitest";
import { check, equal, rejection, same, soon } from "../../src/contracts/check.ts";
import { ContractFailure, manualClock, runContract } from "../../src/index.ts";

describe("equal", () => {
  test.each<[unknown, unknown, boolean]>([
    [1, 1, true],
    [Number.NaN, Number.NaN, true],
    [0, -0, false],
    [1, "1", false],
    [null, undefined, false],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [{ toString: 1 }, {}, false],
  ])("%j and %j: %s", (a, b, expected) => expect([same(a, b), same(b, a)]).toEqual([expected, expected]));

  test("a failure shows both values, clipped", () => {
    expect(() => equal("x".repeat(1000), 7, "the text")).toThrow(/^the text: expected 7, got "x{299}…$/);
  });
});

test("check throws what it is told", () => {
  expect(() => check(false, "it must hold")).toThrow(ContractFailure);
  expect(() => check(true, "it must hold")).not.toThrow();
});

test("soon gives up after a while, and says what did not happen", async () => {
  const clock = manualClock();
  const late = expect(soon(new Promise(() => undefined), "the answer", clock)).rejects.toThrow(
    "the answer did not happen within 10 s",
  );
  await clock.advance(10_000);
  await late;
  expect(await soon(Promise.resolve(7), "the answer", clock)).toBe(7);
  expect(clock.pending).toBe(0);
});

test("rejection gives the error, and fails without one", async () => {
  const error = new Error("no");
  expect(await rejection(Promise.reject(error), "the call")).toBe(error);
  await expect(rejection(Promise.resolve({ a: 1 }), "the call")).rejects.toThrow(
    'the call: expected a rejection, got {"a":1}',
  );
});

describe("runContract", () => {
  const seen: string[] = [];
  const cases = [
    { group: "g", name: "plain", run: async () => void seen.push("run") },
    { group: "g", name: "special", needs: ["wings"], run: async () => undefined },
    {
      group: "g",
      name: "broken",
      run: async () => {
        throw new ContractFailure("no");
      },
    },
  ];

  test("registers what the implementation has, under a prefix, and puts each subject away", async () => {
    const runs = new Map<string, () => Promise<void>>();
    const subject = (): { dispose(): void } => {
      seen.push("made");
      return { dispose: () => void seen.push("disposed") };
    };
    runContract((name, run) => runs.set(name, run), cases, subject, {
      without: ["wings"],
      prefix: "mine · ",
    });
    expect([...runs.keys()]).toEqual(["mine · g: plain", "mine · g: broken"]);
    expect(seen).toEqual([]);
    await runs.get("mine · g: plain")?.();
    expect(seen).toEqual(["made", "run", "disposed"]);
    await expect(runs.get("mine · g: broken")?.()).rejects.toThrow("no");
    expect(seen.slice(3)).toEqual(["made", "disposed"]);
  });
});
