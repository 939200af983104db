import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { event, fixture, result, stream } from "../support/fixture.ts";

// Field report 52: a chunk that ended inside a character was decoded on its own.

test.each(EXCHANGES)("characters may be cut anywhere ($name)", async ({ options }) => {
  const server = await fixture(async (seen, response) => {
    const bytes = Buffer.from(event(result(seen, { text: "数😀é" })));
    const socket = stream(response);
    // Each byte is a chunk of its own once it is flushed on its own.
    for (const byte of bytes) await new Promise((resolve) => socket.write(Buffer.from([byte]), resolve));
    socket.end();
  });
  const peer = await Dialled.dial(http(server.url, options));
  expect(await peer.call("x").response).toMatchObject({ result: { text: "数😀é" } });
});
