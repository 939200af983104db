import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { event, fixture, result, stream } from "../support/fixture.ts";

// Field report 49: heartbeats came as `data: {"type":"heartbeat"}`.

test("they are reported once, and harm nothing", async () => {
  const beat = event('{"type":"heartbeat"}');
  const server = await fixture((seen, response) =>
    stream(response).end(beat + beat + beat + event(result(seen))),
  );
  const peer = await Dialled.dial(http(server.url));
  expect(await peer.call("x").response).toHaveProperty("result");
  expect(peer.diagnostics).toMatchObject([{ level: "warning", code: "invalid_message" }]);
  expect(peer.diagnostics[0]?.message).toMatch(/heartbeat/);
});
