import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { fixture, json, result, stream } from "../support/fixture.ts";

// Field report 34: trouble on the optional stream (keep-alives without an id, 405 when it was opened again) tore
// down the healthy POST channel.

test("the stream may end and be refused, and calls go on", async () => {
  const clock = manualClock();
  let gets = 0;
  const server = await fixture((seen, response) => {
    if (seen.method === "POST") {
      json(response, result(seen));
      return;
    }
    gets += 1;
    if (gets === 1) stream(response).end(": keep-alive\n\n: keep-alive\n\n");
    else response.writeHead(405).end();
  });
  const peer = await Dialled.dial(http(server.url), { revision: "2025-11-25", clock });
  peer.connection.openChannel?.(peer.routing);
  await expect.poll(() => clock.pending).toBe(1);
  await clock.advance(clock.untilNext ?? 0);
  await expect.poll(() => peer.diagnostics).toMatchObject([{ level: "debug", code: "no_event_stream" }]);
  expect(await peer.call("x").response).toHaveProperty("result");
  expect(peer.closed).toEqual([]);
});
