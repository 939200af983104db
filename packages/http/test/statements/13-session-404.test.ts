import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { json, result } from "../support/fixture.ts";
import { greet, legacyServer, status } from "../support/legacy-server.ts";

// Statement 13: a 404 to a session makes one initialize and one retry of the failed request; failures at the same
// time share it.

test.each(EXCHANGES)("ten calls at once, one handshake ($name)", async ({ options }) => {
  let issued = 0;
  const server = await legacyServer({
    initialize: (seen, response) => {
      issued += 1;
      greet(seen, response, `s${issued}`);
    },
    call: (seen, response) => {
      if (seen.headers["mcp-session-id"] !== `s${issued}` || issued === 1) status(404)(seen, response);
      else
        json(
          response,
          result(seen, { content: [{ type: "text", text: String(seen.message.params?.["name"]) }] }),
        );
    },
  });
  const client = await connected(http(server.url, options));
  const names = Array.from({ length: 10 }, (_, index) => `t${index}`);
  const results = await Promise.all(names.map((name) => client.callTool(name, {})));
  expect(results.map(({ content }) => content)).toEqual(names.map((text) => [{ type: "text", text }]));
  expect(issued).toBe(2);
  expect(server.seen.filter(({ message }) => message.method === "tools/call")).toHaveLength(20);
});
