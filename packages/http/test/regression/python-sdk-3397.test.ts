import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { fixture, json, result } from "../support/fixture.ts";

// Field report 59: redirects were followed to any origin, and took the headers along.

test("another origin is refused by name, and never contacted", async () => {
  const other = await fixture((seen, response) => json(response, result(seen)));
  const server = await fixture((_seen, response) => response.writeHead(308, { location: other.url }).end());
  const peer = await Dialled.dial(http(server.url, { headers: { authorization: "Bearer secret" } }), {
    revision: "2025-11-25",
  });
  const failure = await failureOf(peer.call("x").response);
  expect(failure.reason).toEqual({ type: "redirect", status: 308, target: other.url });
  expect(failure.message).toMatch(
    `the redirect to ${other.url} (HTTP 308) was not followed: it leads to another origin`,
  );
  peer.connection.openChannel?.(peer.routing);
  await expect.poll(() => peer.diagnostics).toMatchObject([{ code: "no_event_stream" }]);
  expect(other.seen).toHaveLength(0);
});
