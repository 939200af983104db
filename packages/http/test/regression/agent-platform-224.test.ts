import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { fixture, result } from "../support/fixture.ts";

// Field report 148: a hop passed `Content-Encoding: gzip` on over a body that was plain already: the headers came,
// the body never completed, and the handshake waited.

test("a body that is not what it says fails at once, though it never ends", async () => {
  const server = await fixture((seen, response) => {
    response
      .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
      .write(result(seen));
  });
  const peer = await Dialled.dial(http(server.url), { revision: "2025-11-25" });
  const failure = await failureOf(peer.send("initialize", { routing: { revision: undefined } }).response);
  expect(failure.reason).toEqual({ type: "content_encoding", encoding: "gzip" });
  expect(failure.message).toMatch(/coded as "gzip" and is broken: incorrect header check/);
  await server.seen[0]?.closed;
});
