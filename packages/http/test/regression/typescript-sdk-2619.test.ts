import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { fixture, type Handler, json, result } from "../support/fixture.ts";
import { greet } from "../support/legacy-server.ts";

// Field report 103: a probe answered with an empty 2xx, 204 or text/plain made connect fail, where 400 would have
// fallen back.

const ANSWERS: readonly (readonly [string, Handler])[] = [
  ["an empty 200", (_seen, response) => response.writeHead(200).end()],
  ["empty JSON", (_seen, response) => json(response, "")],
  ["202", (_seen, response) => response.writeHead(202).end()],
  ["204", (_seen, response) => response.writeHead(204).end()],
  ["text/plain", (_seen, response) => response.writeHead(200, { "content-type": "text/plain" }).end("ok")],
  ["broken JSON", (_seen, response) => json(response, "{")],
  ["400", (_seen, response) => response.writeHead(400).end()],
  ["500", (_seen, response) => response.writeHead(500).end()],
];

test.each(ANSWERS)("%s to the probe means the initialize era", async (_name, handler) => {
  const server = await fixture((seen, response) => {
    if (seen.message.method === "server/discover") handler(seen, response);
    else if (seen.message.method === "initialize") greet(seen, response);
    else if (seen.message.id === undefined) response.writeHead(202).end();
    else json(response, result(seen, { tools: [] }));
  });
  const client = await connected(http(server.url));
  expect(client.session.protocolVersion).toBe("2025-11-25");
});
