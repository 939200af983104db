import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { fixture, json, result } from "../support/fixture.ts";

// Field report 55: a middlebox had dropped an idle connection, and quick retries all used the dead socket again.

test("a socket that died while idle is replaced, and the request is sent once", async () => {
  const server = await fixture((seen, response) => json(response, result(seen)));
  const peer = await Dialled.dial(http(server.url));
  await peer.call("x").response;
  for (const socket of server.sockets) socket.destroy();
  await expect.poll(() => server.sockets.size).toBe(0);
  expect(await peer.call("y").response).toHaveProperty("result");
  expect(server.seen).toHaveLength(2);
});

test("one that dies under a request is not used again, and the tool is not called twice", async () => {
  const server = await fixture((seen, response) => {
    if (seen.message.params?.["name"] === "dies") response.destroy();
    else json(response, result(seen));
  });
  const peer = await Dialled.dial(http(server.url));
  expect(await failureOf(peer.call("dies").response)).toMatchObject({
    reason: { type: "connection_lost" },
    sent: "maybe",
  });
  expect(await peer.call("lives").response).toHaveProperty("result");
  expect(server.seen).toHaveLength(2);
});
