import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { legacyServer, status } from "../support/legacy-server.ts";

// Field report 32: the optional stream refused with 404, 406 or 400 was fatal; only 405 was tolerated.

test.each([400, 404, 405, 406])("a GET refused with %i leaves POST alone", async (code) => {
  const server = await legacyServer({ session: "s", get: status(code) });
  const client = await connected(http(server.url), { inputHandlers: { roots: () => ({ roots: [] }) } });
  await server.arrived(1, ({ method }) => method === "GET");
  expect(await client.listTools()).toEqual([]);
  expect(client.session.sessionId).toBe("s");
});
