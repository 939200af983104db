import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { fixture, json, result } from "../support/fixture.ts";

// Field report 58: 307 and 308 (`/mcp` to `/mcp/`) were not followed, and the error was empty.

test.each([307, 308])("%i is followed with body, headers and session, all the way", async (status) => {
  const server = await fixture((seen, response) => {
    if (!seen.url.endsWith("/")) response.writeHead(status, { location: `${seen.url}/` }).end();
    else if (seen.message.method === "server/discover") response.writeHead(400).end();
    else if (seen.message.method === "initialize") {
      json(
        response,
        result(seen, {
          protocolVersion: "2025-11-25",
          capabilities: {},
          serverInfo: { name: "s", version: "1" },
        }),
        200,
        { "mcp-session-id": "s" },
      );
    } else if (seen.message.id === undefined) response.writeHead(202).end();
    else json(response, result(seen, { tools: [] }));
  });
  const client = await connected(http(server.url, { headers: { "x-key": "k" } }));
  expect(await client.listTools()).toEqual([]);
  const last = server.seen.at(-1);
  expect(last).toMatchObject({ url: "/mcp/", headers: { "x-key": "k", "mcp-session-id": "s" } });
});
