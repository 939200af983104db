// @req http.initialized-202, auth.initialize-era
import type { TokenProvider } from "@snodo/protocol";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { event, json, result, stream } from "../support/fixture.ts";
import { legacyServer } from "../support/legacy-server.ts";

test.each(EXCHANGES)("the whole conversation of the initialize era ($name)", async ({ options }) => {
  const asked: (string | undefined)[] = [];
  const tokenProvider: TokenProvider = {
    token: ({ operation }) => {
      asked.push(operation);
      return "t";
    },
    refresh: async () => undefined,
  };
  const server = await legacyServer({
    session: "s",
    get: (_seen, response) =>
      stream(response).write(event('{"jsonrpc":"2.0","id":"r","method":"roots/list"}')),
    call: (seen, response) => json(response, result(seen, { tools: [] })),
  });
  const client = await connected(http(server.url, { ...options, tokenProvider }), {
    protocol: "2025-11-25",
    inputHandlers: { roots: () => ({ roots: [] }) },
  });
  await server.arrived(1, ({ message }) => "result" in message);
  await client.listTools();
  await client.close();
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(server.seen.map(() => "Bearer t"));
  expect(new Set(asked)).toEqual(
    new Set([
      "initialize",
      "notifications/initialized",
      "the event stream",
      "the answer to roots/list",
      "tools/list",
      "the DELETE of the session",
    ]),
  );
  const initialized = server.seen.find(({ message }) => message.method === "notifications/initialized");
  expect(initialized).toMatchObject({
    method: "POST",
    headers: { "mcp-session-id": "s", "mcp-protocol-version": "2025-11-25" },
  });
});
