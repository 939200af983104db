import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { error, fixture, json, result } from "../support/fixture.ts";
import { greet } from "../support/legacy-server.ts";

// Field report 104: the probe was answered 400 with -32000 "no valid session", and the client probed again each time
// until it disabled the server.

test("it falls back once, and the transport remembers", async () => {
  const server = await fixture((seen, response) => {
    if (seen.method === "DELETE") response.writeHead(200).end();
    else if (seen.message.method === "initialize") greet(seen, response, "s");
    else if (seen.headers["mcp-session-id"] === undefined)
      json(response, error(seen, -32000, "Bad Request: No valid session ID provided", null), 400);
    else if (seen.message.id === undefined) response.writeHead(202).end();
    else json(response, result(seen, { tools: [] }));
  });
  const transport = http(server.url);
  for (let round = 0; round < 3; round += 1) {
    const client = await connected(transport);
    expect(await client.listTools()).toEqual([]);
    await client.close();
  }
  expect(server.seen.filter(({ message }) => message.method === "server/discover")).toHaveLength(1);
});
