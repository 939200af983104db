import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { event, fixture, result, stream } from "../support/fixture.ts";

// Field report 150: an edge compressed answers and streams with brotli in spite of `no-transform`; the decoder's
// error was swallowed and the call waited for its time limit.

for (const { name, options } of EXCHANGES) {
  test(`a brotli stream that is broken rejects its call (${name})`, async () => {
    const server = await fixture((seen, response) => {
      // What an edge sends that says it compressed and did not.
      stream(response, { "content-encoding": "br" }).write(event(result(seen)));
    });
    const peer = await Dialled.dial(http(server.url, options));
    const failure = await failureOf(peer.call("x").response);
    expect(["content_encoding", "stream_ended"]).toContain(failure.reason.type);
  });

  test(`a brotli stream that is whole is read (${name})`, async () => {
    const server = await fixture((seen, response) =>
      stream(response, { "content-encoding": "br" }).end(brotliCompressSync(event(result(seen)))),
    );
    const peer = await Dialled.dial(http(server.url, options));
    expect(await peer.call("x").response).toHaveProperty("result");
  });

  test(`the caller can force identity (${name})`, async () => {
    const server = await fixture((seen, response) => stream(response).end(event(result(seen))));
    const peer = await Dialled.dial(
      http(server.url, { ...options, headers: { "Accept-Encoding": "identity" } }),
    );
    await peer.call("x").response;
    expect(server.seen[0]?.headers["accept-encoding"]).toBe("identity");
  });
}
