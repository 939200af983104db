import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";

// Field report 140: a quiet stream was cut by Bun after six minutes, again and again, and the server was then shown
// as down.

test("a quiet stream that is cut now and then is opened again, in silence", async () => {
  const clock = manualClock();
  let cut = (): void => undefined;
  let gets = 0;
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    if (init?.method !== "GET") return Response.json({ jsonrpc: "2.0", id: 1, result: {} });
    gets += 1;
    const body = new ReadableStream({
      start: (controller) => {
        cut = () => controller.error(new DOMException("The operation timed out.", "TimeoutError"));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  const peer = await Dialled.dial(http("http://h.test/mcp", { fetch }), { revision: "2025-11-25", clock });
  peer.connection.openChannel?.(peer.routing);
  for (let round = 1; round <= 20; round += 1) {
    await expect.poll(() => gets).toBe(round);
    await clock.advance(360_000);
    cut();
    await clock.flush();
    await clock.advance(clock.untilNext ?? 0);
  }
  expect(peer.diagnostics).toEqual([]);
  expect(peer.channelLost).toEqual([]);
  expect(peer.closed).toEqual([]);
  expect(await peer.call("x").response).toHaveProperty("result");
});
