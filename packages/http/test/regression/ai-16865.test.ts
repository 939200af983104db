import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { fixture, result, stream } from "../support/fixture.ts";

// Field report 53: the last event lacks its blank line. By the standard it is no event: with the stream open the
// request runs into its time limit, and at the end of the stream it is discarded and the request rejected.

test("at the end of the stream the request is rejected", async () => {
  const server = await fixture((seen, response) => stream(response).end(`data: ${result(seen)}\n`));
  const peer = await Dialled.dial(http(server.url));
  expect((await failureOf(peer.call("x").response)).reason).toEqual({ type: "stream_ended" });
});

test("while it is open the time limit holds", async () => {
  const clock = manualClock();
  const server = await fixture((seen, response) => stream(response).write(`data: ${result(seen)}\n`));
  const client = await connected(http(server.url), { protocol: "2026-07-28", timeout: 1000, clock });
  const failure = failureOf(client.callTool("x", {}));
  await server.arrived(1);
  await clock.advance(1000);
  expect(await failure).toMatchObject({ code: -32001, reason: { type: "timeout", timeoutMs: 1000 } });
  await server.seen[0]?.closed;
});
