import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { legacyServer } from "../support/legacy-server.ts";

// Statement 9: connect with a time limit rejects when the POST of `notifications/initialized` hangs.

test("the handshake as a whole is bounded", async () => {
  const clock = manualClock();
  const server = await legacyServer({ notification: () => undefined });
  const connecting = failureOf(connected(http(server.url), { protocol: "2025-11-25", timeout: 500, clock }));
  await server.arrived(1, ({ message }) => message.method === "notifications/initialized");
  await clock.advance(500);
  expect(await connecting).toMatchObject({ code: -32001, reason: { type: "timeout" } });
  await server.seen[1]?.closed;
});
