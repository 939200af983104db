import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { legacySse } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { fixture, stream } from "../support/fixture.ts";

// Statement 11: connecting over HTTP+SSE rejects when no `endpoint` event comes.

test.each(EXCHANGES)("with its own limit ($name)", async ({ options }) => {
  const clock = manualClock();
  const server = await fixture((_seen, response) => stream(response));
  const connecting = failureOf(
    connected(legacySse(server.url, { ...options, endpointTimeout: 500 }), { clock }),
  );
  await server.arrived(1);
  await clock.advance(500);
  expect((await connecting).message).toMatch(/no endpoint event came within 500 ms/);
  await server.seen[0]?.closed;
});

test("and with the caller's signal", async () => {
  const server = await fixture((_seen, response) => stream(response));
  const controller = new AbortController();
  const connecting = failureOf(connected(legacySse(server.url), { signal: controller.signal }));
  await server.arrived(1);
  controller.abort("enough");
  expect(await connecting).toBe("enough");
  await server.seen[0]?.closed;
});
