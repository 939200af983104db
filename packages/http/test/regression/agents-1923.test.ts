import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { json, result } from "../support/fixture.ts";
import { legacyServer, status } from "../support/legacy-server.ts";

// Field report 30: a session id restored from storage skips `initialize`, and when it had expired nothing recovered.

test("a restored session that expired is replaced, once", async () => {
  const server = await legacyServer({
    session: "fresh",
    call: (seen, response) => {
      if (seen.headers["mcp-session-id"] === "stored") status(404)(seen, response);
      else json(response, result(seen, { content: [] }));
    },
  });
  const client = await connected(http(server.url), {
    session: { id: "stored", protocolVersion: "2025-11-25" },
  });
  expect(server.seen).toHaveLength(0);
  expect(await client.callTool("x", {})).toEqual({ content: [] });
  expect(server.seen.map(({ message }) => message.method)).toEqual([
    "tools/call",
    "initialize",
    "notifications/initialized",
    "tools/call",
  ]);
  expect(client.session.sessionId).toBe("fresh");
});
