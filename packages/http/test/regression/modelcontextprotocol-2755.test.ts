import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { fixture } from "../support/fixture.ts";

// Field report 60: 301, 302 and 303 turned the POST into a GET without a body; the server said 400, and the client
// went round in circles.

test.each([301, 302, 303])("%i is not followed, and the error says why", async (status) => {
  const server = await fixture((seen, response) => {
    if (seen.url === "/mcp") response.writeHead(status, { location: "/new" }).end();
    else response.writeHead(400).end();
  });
  const peer = await Dialled.dial(http(server.url));
  const failure = await failureOf(peer.call("x").response);
  expect(failure.message).toMatch(
    /would turn the POST into a GET without its body; if the server moved, use its new URL/,
  );
  expect(server.seen).toHaveLength(1);
});
