import { getEventListeners } from "node:events";
import { type Client, connect } from "@snodo/client";
import { isMcpError } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { stdio } from "../../src/index.ts";
import { script } from "../support/open.ts";
import { seeded } from "../support/random.ts";
import { uncaughtDuring } from "../support/raw.ts";
import { countingClock, openHandles } from "../support/resources.ts";

const CALLS = 10_000;
const AT_ONCE = 64;
const SEED = 20_261_130;

interface Tally {
  answered: number;
  timedOut: number;
  aborted: number;
}

/** One call with a fate drawn by lot; checks that what it settles with is its own. */
async function callOnce(client: Client, n: number, random: () => number, tally: Tally): Promise<void> {
  const steps = random() < 0.2 ? 3 : 0;
  const args = { n, delay: Math.floor(random() * 6), steps };
  const fate = random();
  const progress: (string | undefined)[] = [];
  const onProgress =
    steps > 0 ? { onProgress: (p: { message?: string | undefined }) => progress.push(p.message) } : {};
  const controller = new AbortController();
  const reason = new Error(`abort ${n}`);
  const abort = fate < 0.15;
  const timeout = fate >= 0.15 && fate < 0.3 ? 1 + Math.floor(random() * 5) : 60_000;
  const timer = abort ? setTimeout(() => controller.abort(reason), random() * 6) : undefined;
  try {
    const options = { timeout, ...onProgress, ...(abort ? { signal: controller.signal } : {}) };
    const { structuredContent } = await client.callTool("work", args, options);
    expect(structuredContent).toEqual({ n });
    expect(progress).toEqual(Array.from({ length: steps }, () => String(n)));
    tally.answered += 1;
  } catch (error) {
    if (abort && error === reason) tally.aborted += 1;
    else if (isMcpError(error, "timeout")) tally.timedOut += 1;
    else throw error;
  }
  clearTimeout(timer);
  expect(progress.every((message) => message === String(n))).toBe(true);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
}

describe(`${CALLS} calls, ${AT_ONCE} at once, with random delays, aborts and timeouts`, () => {
  test("each settle once with their own answer, and leave nothing behind", { timeout: 120_000 }, async () => {
    const before = openHandles();
    const clock = countingClock();
    const random = seeded(SEED);
    const tally: Tally = { answered: 0, timedOut: 0, aborted: 0 };
    const warnings: string[] = [];
    const diagnostics = {
      report: ({ level, message }: { level: string; message: string }) => {
        if (level === "warning") warnings.push(message);
      },
    };
    const uncaught = await uncaughtDuring(async () => {
      const transport = stdio({ command: process.execPath, args: [script("stress.mjs")] });
      const client = await connect(transport, { protocol: "2026-07-28", clock, diagnostics });
      let next = 0;
      const worker = async (): Promise<void> => {
        while (next < CALLS) {
          next += 1;
          await callOnce(client, next, random, tally);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      const { structuredContent } = await client.callTool("seen");
      // A call that is given up in the tick it was made in need not reach the server.
      const { calls, cancelled } = structuredContent as { calls: number; cancelled: number };
      expect(calls).toBeLessThanOrEqual(CALLS);
      expect(cancelled).toBeLessThanOrEqual(tally.timedOut + tally.aborted);
      await client.close();
    });
    expect(tally.answered + tally.timedOut + tally.aborted).toBe(CALLS);
    expect(Math.min(tally.answered, tally.timedOut, tally.aborted)).toBeGreaterThan(100);
    expect([uncaught, warnings]).toEqual([[], []]);
    expect(clock.running).toBe(0);
    await expect.poll(openHandles, { timeout: 15_000 }).toBe(before);
  });
});
