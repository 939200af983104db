import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { type HttpOptions, http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { fixture, type Handler, json, rawFixture, result } from "../support/fixture.ts";

const ok: Handler = (seen, response) => json(response, result(seen));
const busy: Handler = (_seen, response) => response.writeHead(503, { "retry-after": "2" }).end();

async function served(handlers: Handler[], options: HttpOptions) {
  const clock = manualClock();
  const server = await fixture((seen, response) => handlers.shift()?.(seen, response));
  return { clock, server, peer: await Dialled.dial(http(server.url, options), { clock }) };
}

test("nothing is sent again unless that is asked for", async () => {
  const { server, peer, clock } = await served([busy, ok], {});
  expect((await failureOf(peer.send("tools/list").response)).reason).toMatchObject({
    type: "http_status",
    status: 503,
    retryAfter: 2000,
  });
  expect(server.seen).toHaveLength(1);
  expect(clock.pending).toBe(0);
});

test("a server that is busy is asked again when it says", async () => {
  const { server, peer, clock } = await served([busy, ok], { retry: true });
  const sent = peer.call("x");
  await expect.poll(() => clock.untilNext).toBe(2000);
  await clock.advance(2000);
  expect(await sent.response).toHaveProperty("result");
  expect(server.seen).toHaveLength(2);
});

test("a tool whose connection was lost is not called again", async () => {
  let requests = 0;
  const { url } = await rawFixture((socket) => {
    requests += 1;
    socket.destroy();
  });
  const peer = await Dialled.dial(http(url, { retry: { retries: 5, delay: 0 } }));
  expect((await failureOf(peer.call("x").response)).reason).toMatchObject({ type: "connection_lost" });
  expect(requests).toBe(1);
});

test("a list whose connection was lost is, as often as allowed", async () => {
  let requests = 0;
  const { url } = await rawFixture((socket) => {
    requests += 1;
    socket.destroy();
  });
  const peer = await Dialled.dial(http(url, { retry: { retries: 2, delay: 0 } }));
  expect((await failureOf(peer.send("tools/list").response)).reason).toMatchObject({
    type: "connection_lost",
  });
  expect(requests).toBe(3);
});

test("a retry that waits ends with its call and with the connection", async () => {
  const { peer, clock } = await served([busy, busy], { retry: true });
  const first = peer.call("x");
  const second = peer.call("y");
  await expect.poll(() => clock.pending).toBe(2);
  first.cancel("enough");
  expect(clock.pending).toBe(1);
  await peer.connection.close();
  expect(clock.pending).toBe(0);
  expect((await failureOf(second.response)).reason).toEqual({ type: "closed" });
});
