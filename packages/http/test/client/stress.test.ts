import { getEventListeners } from "node:events";
import type { Client } from "@snodo/client";
import { isMcpError } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { event, fixture, type Handler, json, result, stream } from "../support/fixture.ts";
import { INITIALIZED } from "../support/legacy-server.ts";
import { seeded } from "../support/random.ts";
import { countingClock, uncaughtDuring } from "../support/resources.ts";

const AT_ONCE = 64;
const SEED = 20_261_130;

interface Tally {
  answered: number;
  timedOut: number;
  aborted: number;
}

/** Answers with what the call carries, after the delay it asks for, as JSON or after progress on a stream. */
const work: Handler = (seen, response) => {
  const { method, id, params } = seen.message;
  if (seen.method === "DELETE" || id === undefined)
    return response.writeHead(seen.method === "DELETE" ? 200 : 202).end();
  if (method === "initialize")
    return json(response, result(seen, INITIALIZED), 200, { "mcp-session-id": "s" });
  const { n, delay, steps } = (params?.["arguments"] ?? {}) as { n: number; delay: number; steps: number };
  return setTimeout(() => {
    if (response.destroyed) return;
    const answer = result(seen, { content: [], structuredContent: { n } });
    if (steps === 0) {
      json(response, answer);
      return;
    }
    stream(response);
    for (let step = 1; step <= steps; step += 1) {
      const report = { progressToken: id, progress: step, message: String(n) };
      response.write(
        event(JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params: report })),
      );
    }
    response.end(event(answer));
  }, delay);
};

/** One call with a fate drawn by lot; checks that what it settles with is its own. */
async function callOnce(client: Client, n: number, random: () => number, tally: Tally): Promise<void> {
  const steps = random() < 0.2 ? 3 : 0;
  const args = { n, delay: Math.floor(random() * 6), steps };
  const fate = random();
  const progress: (string | undefined)[] = [];
  const controller = new AbortController();
  const reason = new Error(`abort ${n}`);
  const abort = fate < 0.15;
  const timeout = fate >= 0.15 && fate < 0.3 ? 1 + Math.floor(random() * 5) : 60_000;
  const timer = abort ? setTimeout(() => controller.abort(reason), random() * 6) : undefined;
  try {
    const { structuredContent } = await client.callTool("work", args, {
      timeout,
      ...(steps > 0 ? { onProgress: ({ message }) => progress.push(message) } : {}),
      ...(abort ? { signal: controller.signal } : {}),
    });
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

const CASES = EXCHANGES.flatMap(({ name, options }) =>
  (["2026-07-28", "2025-11-25"] as const).map((protocol) => ({
    name,
    options,
    protocol,
    // The exchange over fetch has the same code above it, and the platform's below is slow.
    calls: options.fetch === undefined ? 10_000 : 2000,
  })),
);

describe(`calls with random delays, aborts and timeouts, ${AT_ONCE} at once`, () => {
  test.each(CASES)(
    "$calls each settle once with their own answer, and leave nothing behind ($name, $protocol)",
    { timeout: 120_000 },
    async ({ options, protocol, calls }) => {
      const clock = countingClock();
      const random = seeded(SEED);
      const tally: Tally = { answered: 0, timedOut: 0, aborted: 0 };
      const warnings: string[] = [];
      const server = await fixture(work);
      const uncaught = await uncaughtDuring(async () => {
        const client = await connected(http(server.url, options), {
          protocol,
          clock,
          diagnostics: {
            report: ({ level, message }) => {
              if (level === "warning") warnings.push(message);
            },
          },
        });
        let next = 0;
        const worker = async (): Promise<void> => {
          while (next < calls) {
            next += 1;
            await callOnce(client, next, random, tally);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, worker));
        await client.close();
      });
      expect(tally.answered + tally.timedOut + tally.aborted).toBe(calls);
      expect(Math.min(tally.answered, tally.timedOut, tally.aborted)).toBeGreaterThan(100);
      expect([uncaught, warnings]).toEqual([[], []]);
      expect(clock.running).toBe(0);
      // The platform's own fetch keeps idle sockets for a while; ours are gone.
      if (options.fetch === undefined)
        await expect.poll(() => server.sockets.size, { timeout: 15_000 }).toBe(0);
    },
  );
});
