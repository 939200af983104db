import { expect, test } from "vitest";
import { legacySse } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { event, fixture, stream } from "../support/fixture.ts";

// Field report 62: an `endpoint` of `/messages?…` from a server that is mounted under a prefix leads to the wrong
// place. By the rules of URLs that is right, so there is an override.

async function posting(data: string, messageEndpoint?: string): Promise<string | undefined> {
  const server = await fixture((seen, response) => {
    if (seen.method === "GET") stream(response).write(event(data, { event: "endpoint" }));
    else response.writeHead(202).end();
  }, "/prefix/sse");
  const peer = await Dialled.dial(legacySse(server.url, { messageEndpoint }), { revision: "2024-11-05" });
  await peer.notify("notifications/x");
  return server.seen[1]?.url;
}

test("a leading slash means the root", async () => {
  expect(await posting("/messages?id=1")).toBe("/messages?id=1");
});

test("without one the prefix is kept", async () => {
  expect(await posting("messages?id=1")).toBe("/prefix/messages?id=1");
});

test("messageEndpoint has the last word", async () => {
  expect(await posting("/messages?id=1", "/prefix/messages")).toBe("/prefix/messages");
});
