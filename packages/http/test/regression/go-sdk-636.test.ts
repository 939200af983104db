import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { event, fixture, result, stream } from "../support/fixture.ts";

// Field report 47: `event: ping` with a word or a date as its data was decoded as JSON.

test("only unnamed and message events are messages", async () => {
  const noise =
    event("ping", { event: "ping" }) +
    event("2026-11-30T12:00:00Z", { event: "ping" }) +
    event("{}", { event: "other" });
  const server = await fixture((seen, response) =>
    stream(response).end(noise + event(result(seen), { event: "message" })),
  );
  const peer = await Dialled.dial(http(server.url));
  expect(await peer.call("x").response).toHaveProperty("result");
  expect(peer.diagnostics).toEqual([]);
});
