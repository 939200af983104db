import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { fixture, stream } from "../support/fixture.ts";

// Field report 35: a server that ended the stream cleanly each time was asked every second for life, because each
// opening reset the count of attempts.

test("streams that deliver nothing count, and the cap holds", async () => {
  const clock = manualClock();
  const server = await fixture((_seen, response) => stream(response).end());
  const peer = await Dialled.dial(http(server.url, { maxStreamFailures: 3 }), {
    revision: "2025-11-25",
    clock,
  });
  peer.connection.openChannel?.(peer.routing);
  for (let count = 1; count <= 3; count += 1) {
    await server.arrived(count);
    await expect.poll(() => clock.pending).toBe(1);
    await clock.advance(clock.untilNext ?? 0);
  }
  await expect.poll(() => peer.channelLost).toHaveLength(1);
  await clock.advance(3_600_000);
  expect(server.seen).toHaveLength(4);
});
