import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { json } from "../support/fixture.ts";
import { legacyServer } from "../support/legacy-server.ts";

// Field report 44: `notifications/initialized` answered 200 with nothing, null or half a message aborted the handshake.

test.each(["", "null", '{"jsonrpc":"2.0","id":null}', '{"jsonrpc":"2.0","id":1,"result":{}}'])(
  "200 with %j is accepted",
  async (body) => {
    const server = await legacyServer({ notification: (_seen, response) => json(response, body) });
    const client = await connected(http(server.url));
    expect(await client.listTools()).toEqual([]);
  },
);
