import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { fixture, type Handler, json } from "../support/fixture.ts";

// Field report 33: a GET answered 200 with JSON, or 400, was repeated for ever; that was 95 % of a site's traffic.

const ANSWERS: readonly (readonly [string, Handler])[] = [
  ["200 application/json", (_seen, response) => json(response, "{}")],
  ["200 text/html", (_seen, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>")],
  ["400", (_seen, response) => response.writeHead(400).end()],
];

test.each(ANSWERS)("%s means that there is no stream: it is not asked for again", async (_name, handler) => {
  const clock = manualClock();
  const server = await fixture(handler);
  const peer = await Dialled.dial(http(server.url), { revision: "2025-11-25", clock });
  peer.connection.openChannel?.(peer.routing);
  await expect.poll(() => peer.diagnostics).toMatchObject([{ code: "no_event_stream" }]);
  await clock.advance(3_600_000);
  expect(server.seen).toHaveLength(1);
});
