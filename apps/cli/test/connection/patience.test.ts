import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { Patience } from "../../src/connection/patience.ts";

const never = new AbortController().signal;

function waiting(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

function begin(milliseconds: number, restarts: boolean) {
  const clock = manualClock();
  const patience = new Patience(clock);
  let ended: unknown;
  const run = patience
    .during({ milliseconds, restarts }, "tools/call on srv", never, waiting)
    .catch((error: unknown) => {
      ended = error;
    });
  return { clock, patience, run, ended: () => ended };
}

describe("the time limit of a call", () => {
  test("ends it, and says what was given up and what to do", async () => {
    const { clock, run, ended } = begin(2_000, false);
    await clock.advance(1_999);
    expect(ended()).toBeUndefined();
    await clock.advance(1);
    await run;
    expect(ended()).toMatchObject({
      message: "tools/call on srv was given up: there was no answer within 2 s.",
      exit: 5,
      reason: "timeout",
      hint: "Give it longer with --timeout, such as --timeout 5m; 0 waits for ever.",
    });
  });

  test("starts anew with progress, if it is one for silence", async () => {
    const { clock, patience, run, ended } = begin(1_000, true);
    await clock.advance(900);
    patience.progress();
    await clock.advance(999);
    expect(ended()).toBeUndefined();
    await clock.advance(1);
    await run;
    expect(ended()).toMatchObject({ message: "tools/call on srv was given up: nothing was heard for 1 s." });
  });

  test("does not, if it was asked for", async () => {
    const { clock, patience, run, ended } = begin(1_000, false);
    await clock.advance(900);
    patience.progress();
    await clock.advance(100);
    await run;
    expect(ended()).toMatchObject({ reason: "timeout" });
  });

  test("stands still while the user is asked, twice at once, and progress comes meanwhile", async () => {
    const { clock, patience, run, ended } = begin(1_000, true);
    await clock.advance(600);
    const answers: (() => void)[] = [];
    const ask = () => patience.aside(() => new Promise<void>((resolve) => answers.push(resolve)));
    const asked = [ask(), ask()];
    await clock.advance(60_000);
    answers[0]?.();
    await asked[0];
    await clock.advance(60_000);
    expect(ended()).toBeUndefined();
    answers[1]?.();
    await asked[1];
    await clock.advance(399);
    expect(ended()).toBeUndefined();
    await clock.advance(1);
    await run;
    expect(ended()).toMatchObject({ reason: "timeout" });
  });

  test("0 is none", async () => {
    const { clock, ended } = begin(0, true);
    expect(clock.pending).toBe(0);
    await clock.advance(1e9);
    expect(ended()).toBeUndefined();
  });

  test("leaves no timer behind, and asking outside a call needs none", async () => {
    const clock = manualClock();
    const patience = new Patience(clock);
    const limit = { milliseconds: 1_000, restarts: false };
    expect(await patience.during(limit, "x", never, async () => "answer")).toBe("answer");
    expect(await patience.aside(async () => "aside")).toBe("aside");
    patience.progress();
    expect(clock.pending).toBe(0);
  });
});
