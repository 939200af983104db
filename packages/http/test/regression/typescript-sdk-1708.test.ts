// @req http.session-expired, rule.26
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { json, result } from "../support/fixture.ts";
import { greet, legacyServer, status } from "../support/legacy-server.ts";

// Field report 28: a session that the server forgot was kept, and every later call was answered 404 for ever.

test("a forgotten session is taken up again once, without its id, and the call is repeated", async () => {
  let issued = 0;
  const server = await legacyServer({
    initialize: (seen, response) => {
      issued += 1;
      greet(seen, response, `s${issued}`);
    },
    call: (seen, response) => {
      if (seen.headers["mcp-session-id"] === "s1") status(404)(seen, response);
      else json(response, result(seen, { content: [] }));
    },
  });
  const client = await connected(http(server.url));
  expect(await client.callTool("x", {})).toEqual({ content: [] });
  expect(client.session.sessionId).toBe("s2");
  const greetings = server.seen.filter(({ message }) => message.method === "initialize");
  expect(greetings.map(({ headers }) => headers["mcp-session-id"])).toEqual([undefined, undefined]);
});

test("a server that forgets at once is not asked for ever", async () => {
  let issued = 0;
  const server = await legacyServer({
    initialize: (seen, response) => {
      issued += 1;
      greet(seen, response, `s${issued}`);
    },
    call: status(404),
  });
  const client = await connected(http(server.url));
  await expect(client.callTool("x", {})).rejects.toMatchObject({ reason: { type: "session_expired" } });
  expect(issued).toBe(2);
});
