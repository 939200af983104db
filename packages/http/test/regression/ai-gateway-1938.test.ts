import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { json, result } from "../support/fixture.ts";
import { legacyServer } from "../support/legacy-server.ts";

// Field report 147: `Accept-Encoding: gzip, br, zstd` was set by hand and the raw bytes were read: the tools of a
// server vanished in silence.

test("on Node no coding is advertised unless the caller does", async () => {
  const server = await legacyServer();
  const client = await connected(http(server.url));
  await client.listTools();
  expect(server.seen.map(({ headers }) => headers["accept-encoding"])).toEqual(
    server.seen.map(() => undefined),
  );
});

test("a list that cannot be decoded is a failure, not an empty list", async () => {
  const server = await legacyServer({
    call: (seen, response) =>
      json(response, result(seen, { tools: [] }), 200, { "content-encoding": "compress" }),
  });
  const client = await connected(http(server.url));
  expect((await failureOf(client.listTools())).reason).toEqual({
    type: "content_encoding",
    encoding: "compress",
  });
});
