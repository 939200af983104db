import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { event, fixture, stream } from "../support/fixture.ts";
import { legacyServer } from "../support/legacy-server.ts";

// Field report 70: what to do about a `Last-Event-ID` that cannot be resumed; `Accept` with one type only; a newer
// version header on `initialize`.

test("a resume that is refused rejects the waiting request, without a loop", async () => {
  const clock = manualClock();
  const server = await fixture((seen, response) => {
    if (seen.method === "GET") response.writeHead(400).end();
    else stream(response).end(event("", { id: "1" }));
  });
  const peer = await Dialled.dial(http(server.url), { revision: "2025-11-25", clock });
  const failure = failureOf(peer.call("x").response);
  await expect.poll(() => clock.pending).toBe(1);
  await clock.advance(clock.untilNext ?? 0);
  expect((await failure).message).toMatch(/the server refused to resume it \(HTTP 400\)/);
  await clock.advance(3_600_000);
  expect(server.seen).toHaveLength(2);
});

test("Accept names both types, and initialize carries no version", async () => {
  const server = await legacyServer();
  await connected(http(server.url), { protocol: "2025-11-25" });
  expect(server.seen[0]?.message.method).toBe("initialize");
  expect(server.seen[0]?.headers.accept).toBe("application/json, text/event-stream");
  expect(server.seen[0]?.headers).not.toHaveProperty("mcp-protocol-version");
  expect(server.seen[1]?.headers["mcp-protocol-version"]).toBe("2025-11-25");
});
