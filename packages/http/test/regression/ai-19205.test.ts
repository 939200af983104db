import { expect, test } from "vitest";
import { legacySse } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { event, fixture, stream } from "../support/fixture.ts";

// Field report 40: over HTTP+SSE a POST answered 500 or 503 was only reported, and the call hung.

test.each([500, 503])("a POST refused with %i rejects its request", async (status) => {
  const server = await fixture((seen, response) => {
    if (seen.method === "GET") stream(response).write(event("/messages", { event: "endpoint" }));
    else response.writeHead(status).end();
  });
  const peer = await Dialled.dial(legacySse(server.url), { revision: "2024-11-05" });
  expect((await failureOf(peer.send("tools/list").response)).reason).toMatchObject({
    type: "http_status",
    status,
  });
});
