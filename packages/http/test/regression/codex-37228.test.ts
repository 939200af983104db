import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { fixture, json, result } from "../support/fixture.ts";
import { legacyServer } from "../support/legacy-server.ts";

// Field report 146: the small answer to `initialize` came plain and the larger list compressed, and its bytes were
// parsed undecoded, though the client had asked for identity.

for (const { name, options } of EXCHANGES) {
  test.each([
    ["br", brotliCompressSync],
    ["gzip", gzipSync],
  ] as const)(`%s is decoded, asked for or not (${name})`, async (coding, encode) => {
    const server = await legacyServer({
      call: (seen, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-encoding": coding });
        response.end(encode(result(seen, { tools: [{ name: "t", inputSchema: { type: "object" } }] })));
      },
    });
    const client = await connected(
      http(server.url, { ...options, headers: { "accept-encoding": "identity" } }),
    );
    expect(await client.listTools()).toMatchObject([{ name: "t" }]);
  });

  test(`what cannot be decoded is named (${name})`, async () => {
    const server = await fixture((seen, response) =>
      json(response, result(seen), 200, { "content-encoding": "exi" }),
    );
    const peer = await Dialled.dial(http(server.url, options));
    expect((await failureOf(peer.call("x").response)).message).toMatch(
      /coded as "exi" which cannot be decoded here/,
    );
  });
}
