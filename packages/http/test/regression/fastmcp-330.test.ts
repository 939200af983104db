import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { fixture } from "../support/fixture.ts";

// Field report 68: a response that was not 2xx was thrown without reading its body, and its socket stayed open: 20
// requests, 20 sockets.

test.each([
  ["a short page", 404, "x".repeat(100)],
  ["a long page", 500, "x".repeat(500_000)],
  ["a page instead of JSON", 200, "<p>".repeat(100_000)],
])("%s leaves no socket behind", async (_name, status, body) => {
  const server = await fixture((_seen, response) =>
    response.writeHead(status, { "content-type": "text/html" }).end(body),
  );
  const peer = await Dialled.dial(http(server.url));
  for (let count = 0; count < 20; count += 1) await failureOf(peer.call("x").response);
  await expect.poll(() => server.sockets.size).toBeLessThanOrEqual(2);
  await peer.connection.close();
  await expect.poll(() => server.sockets.size).toBe(0);
});
