import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { fixture, stream } from "../support/fixture.ts";

// Statement 12: `retry: 0` and `retry: 4294967295` never make a hot loop, and empty streams in a row count against
// the limit.

test.each([0, 1, 4_294_967_295])("retry: %i", async (retry) => {
  const clock = manualClock();
  const server = await fixture((_seen, response) => stream(response).end(`retry: ${retry}\n\n`));
  const peer = await Dialled.dial(http(server.url), { revision: "2025-11-25", clock });
  peer.connection.openChannel?.(peer.routing);
  const gets: number[] = [];
  while (peer.channelLost.length === 0) {
    await server.arrived(gets.length + 1);
    gets.push(clock.now());
    await expect.poll(() => clock.pending + peer.channelLost.length).toBe(1);
    await clock.advance(clock.untilNext ?? 0);
  }
  expect(gets).toHaveLength(6);
  for (const [index, at] of gets.slice(1).entries())
    expect(at - (gets[index] as number)).toBeGreaterThanOrEqual(500);
});
