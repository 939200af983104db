import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { fixture, stream } from "../support/fixture.ts";

// Field report 36: the attempts to open the stream were used up in silence, and calls whose answers the server sends
// on it waited for ever.

test("a lost stream is told, and fails what was to be answered on it", async () => {
  const clock = manualClock();
  const server = await fixture((seen, response) => {
    if (seen.method === "GET") stream(response).end();
    else response.writeHead(202).end();
  });
  const peer = await Dialled.dial(http(server.url, { maxStreamFailures: 1 }), {
    revision: "2025-11-25",
    clock,
  });
  peer.connection.openChannel?.(peer.routing);
  const sent = peer.call("x");
  const failure = failureOf(sent.response);
  await expect.poll(() => clock.pending).toBe(1);
  await peer.notify("notifications/after");
  await clock.advance(2500);
  expect(await failure).toMatchObject({ reason: { type: "stream_lost" } });
  expect(peer.diagnostics).toMatchObject([{ level: "warning", code: "stream_lost" }]);
  expect(peer.channelLost).toMatchObject([{ reason: { type: "stream_lost" } }]);
});
