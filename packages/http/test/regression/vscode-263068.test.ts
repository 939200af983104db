import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { legacyServer } from "../support/legacy-server.ts";

// Field report 65: no DELETE was sent on close, and the server kept its sessions.

test("close ends the session with its headers", async () => {
  const server = await legacyServer({ session: "s" });
  const client = await connected(http(server.url));
  await client.close();
  expect(server.seen.at(-1)).toMatchObject({
    method: "DELETE",
    headers: { "mcp-session-id": "s", "mcp-protocol-version": "2025-11-25" },
  });
});

test("it does not wait for ever", async () => {
  const clock = manualClock();
  const server = await legacyServer({ session: "s", delete: () => undefined });
  const client = await connected(http(server.url), { clock });
  const closing = client.close();
  await server.arrived(1, ({ method }) => method === "DELETE");
  await clock.advance(5000);
  await closing;
});

test("without a session there is nothing to end", async () => {
  const server = await legacyServer();
  const client = await connected(http(server.url));
  await client.close();
  expect(server.seen.filter(({ method }) => method === "DELETE")).toEqual([]);
});
