import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { fixture } from "../support/fixture.ts";

// Field report 45: an unexpected content type on `initialize` was an error that hung itself, because the body was
// never read.

test("an endless body of another type is refused and released at once", async () => {
  const server = await fixture((_seen, response) => {
    response.writeHead(200, { "content-type": "text/html" }).write("<html>");
  });
  const peer = await Dialled.dial(http(server.url), { revision: "2025-11-25" });
  const failure = await failureOf(peer.send("initialize", { routing: { revision: undefined } }).response);
  expect(failure.reason).toEqual({ type: "content_type", contentType: "text/html" });
  await server.seen[0]?.closed;
});
