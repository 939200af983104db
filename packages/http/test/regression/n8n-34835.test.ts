import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { legacyServer } from "../support/legacy-server.ts";

// Field report 37: a GET that never sends even its headers made hosts that wait for it time out.

test("connect does not wait for the stream", async () => {
  const server = await legacyServer({ get: () => undefined });
  const client = await connected(http(server.url), { inputHandlers: { roots: () => ({ roots: [] }) } });
  const get = await server.arrived(1, ({ method }) => method === "GET");
  expect(await client.listTools()).toEqual([]);
  await client.close();
  await get.closed;
});
