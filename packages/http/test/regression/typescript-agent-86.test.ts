import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { event, fixture, result, stream } from "../support/fixture.ts";
import { INITIALIZED } from "../support/legacy-server.ts";

// Field report 105: the fallback to HTTP+SSE probed again, and the connection that had lost was not closed.

test("the fallback starts with initialize, over one stream, and nothing else stays open", async () => {
  let say = (_text: string): void => undefined;
  const server = await fixture((seen, response) => {
    if (seen.method === "GET") {
      stream(response).write(event("/messages", { event: "endpoint" }));
      say = (text) => void response.write(text);
    } else if (seen.url !== "/messages") response.writeHead(404).end();
    else {
      response.writeHead(202).end();
      if (seen.message.method === "initialize")
        say(event(result(seen, { ...INITIALIZED, protocolVersion: "2024-11-05" })));
      else if (seen.message.id !== undefined) say(event(result(seen, { tools: [] })));
    }
  });
  const client = await connected(http(server.url));
  expect(client.session.protocolVersion).toBe("2024-11-05");
  expect(await client.listTools()).toEqual([]);
  expect(server.seen.map(({ method, url, message }) => `${method} ${url} ${message.method ?? ""}`)).toEqual([
    "POST /mcp server/discover",
    "POST /mcp initialize",
    "GET /mcp ",
    "POST /messages initialize",
    "POST /messages notifications/initialized",
    "POST /messages tools/list",
  ]);
  await client.close();
  await expect.poll(() => server.sockets.size).toBe(0);
});
