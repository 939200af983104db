import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { json, result, stream } from "../support/fixture.ts";
import { legacyServer } from "../support/legacy-server.ts";

// Field report 38: on a server that handles one request at a time the open stream takes the only place, and the list
// times out.

const inputHandlers = { roots: () => ({ roots: [] }) };

test("getStream: false leaves the place free", async () => {
  const server = await legacyServer({ get: (_seen, response) => stream(response) });
  const client = await connected(http(server.url, { getStream: false }), { inputHandlers });
  expect(await client.listTools()).toEqual([]);
  expect(server.seen.filter(({ method }) => method === "GET")).toEqual([]);
});

test("with the stream open, a timeout says so", async () => {
  const clock = manualClock();
  const server = await legacyServer({
    get: (_seen, response) => stream(response),
    call: (seen, response) => {
      if (seen.message.method !== "tools/list") json(response, result(seen));
    },
  });
  const client = await connected(http(server.url), { inputHandlers, clock, timeout: 1000 });
  const listing = failureOf(client.listTools());
  await server.arrived(1, ({ message }) => message.method === "tools/list");
  await clock.advance(1000);
  expect((await listing).message).toMatch(/timed out after 1000 ms; the standalone stream is open/);
});
