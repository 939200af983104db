import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { error, type Handler, json, result } from "../support/fixture.ts";
import { greet, legacyServer } from "../support/legacy-server.ts";

// Field report 29: an expired session was recognised by the code -32001 in the body, which proxies do not write.

const BODIES: readonly (readonly [string, Handler])[] = [
  ["nothing", (_seen, response) => response.writeHead(404).end()],
  [
    "HTML",
    (_seen, response) => response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not Found</h1>"),
  ],
  ["-32001", (seen, response) => json(response, error(seen, -32001), 404)],
  ["-32002 without an id", (seen, response) => json(response, error(seen, -32002, "gone", null), 404)],
];

test.each(BODIES)("404 with %s is an expired session", async (_name, gone) => {
  let issued = 0;
  const server = await legacyServer({
    initialize: (seen, response) => {
      issued += 1;
      greet(seen, response, `s${issued}`);
    },
    call: (seen, response) => {
      if (seen.headers["mcp-session-id"] === "s1") gone(seen, response);
      else json(response, result(seen, { content: [] }));
    },
  });
  const client = await connected(http(server.url));
  expect(await client.callTool("x", {})).toEqual({ content: [] });
});
