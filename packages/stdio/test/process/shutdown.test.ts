import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import type { ProcessTree } from "../../src/process/process-tree.ts";
import { shutDown } from "../../src/process/shutdown.ts";

const graces = { stdinGrace: 2000, termGrace: 1000, killGrace: 500 };

/** A tree on a clock of its own: what the child and its offspring do at each step is up to the test. */
function staged(options: { canAsk?: boolean } = {}) {
  const clock = manualClock();
  const log: string[] = [];
  const say = (text: string): void => {
    log.push(`${clock.now()} ${text}`);
  };
  let exit: () => void = () => {};
  const state = { exited: false, offspring: false };
  const exited = new Promise<void>((resolve) => {
    exit = () => {
      state.exited = true;
      resolve();
    };
  });
  const tree: ProcessTree = {
    note: () => say("note"),
    end: (how) => {
      if (how === "ask" && options.canAsk === false) return false;
      say(how);
      return true;
    },
    gone: () => !state.offspring,
  };
  const process = { tree, exited, hasExited: () => state.exited, endInput: () => say("end of input") };
  const done = shutDown(process, graces, clock).then((ended) => {
    say(ended ? "gone" : "survived");
  });
  return { clock, log, state, exit: () => exit(), done };
}

describe("a shutdown", () => {
  test("of a server that obeys the end of its input is only that", async () => {
    const { clock, log, exit, done } = staged();
    await clock.advance(30);
    exit();
    await done;
    expect(log).toEqual(["0 note", "0 end of input", "30 gone"]);
    expect(clock.pending).toBe(0);
  });

  test("of one that obeys SIGTERM waits before and stops after", async () => {
    const { clock, log, exit, done } = staged();
    await clock.advance(2500);
    exit();
    await done;
    expect(log).toEqual(["0 note", "0 end of input", "2000 ask", "2500 gone"]);
  });

  test("of one that obeys nothing ends it by force, and gives up in bounded time", async () => {
    const { clock, log, done } = staged();
    await clock.advance(3500);
    await done;
    expect(log).toEqual(["0 note", "0 end of input", "2000 ask", "3000 force", "3500 survived"]);
    expect(clock.pending).toBe(0);
  });

  test("goes on after the launcher is gone until its offspring is", async () => {
    const { clock, log, state, exit, done } = staged();
    state.offspring = true;
    await clock.advance(10);
    exit();
    await clock.advance(2490);
    state.offspring = false;
    await clock.advance(100);
    await done;
    expect(log.slice(0, 3)).toEqual(["0 note", "0 end of input", "2000 ask"]);
    expect(log[3]).toMatch(/^2[56]\d\d gone$/);
    expect(log).toHaveLength(4);
  });

  test("skips the step that a platform does not have", async () => {
    const { clock, log, done } = staged({ canAsk: false });
    await clock.advance(2500);
    await done;
    expect(log).toEqual(["0 note", "0 end of input", "2000 force", "2500 survived"]);
  });
});
