import * as zlib from "node:zlib";
import { describe, expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { event, fixture, json, result, stream } from "../support/fixture.ts";

const CODINGS: readonly (readonly [string, (text: string) => Buffer])[] = [
  ["gzip", (text) => zlib.gzipSync(text)],
  ["x-gzip", (text) => zlib.gzipSync(text)],
  ["deflate", (text) => zlib.deflateSync(text)],
  ["deflate without its header", (text) => zlib.deflateRawSync(text)],
  ["identity", (text) => Buffer.from(text)],
  ["br", (text) => zlib.brotliCompressSync(text)],
  ["BR", (text) => zlib.brotliCompressSync(text)],
];

describe.each(EXCHANGES)("$name", ({ options }) => {
  test.each(CODINGS)("%s is decoded", async (coding, encode) => {
    const server = await fixture((seen, response) => {
      response
        .writeHead(200, { "content-type": "application/json", "content-encoding": coding.split(" ")[0] })
        .end(encode(result(seen)));
    });
    const peer = await Dialled.dial(http(server.url, options));
    expect(await peer.call("x").response).toHaveProperty("result");
  });

  test("events of a coded stream arrive as they are sent", async () => {
    const server = await fixture((seen, response) => {
      const gzip = zlib.createGzip({ flush: zlib.constants.Z_SYNC_FLUSH });
      stream(response, { "content-encoding": "gzip" });
      gzip.pipe(response);
      gzip.write(event('{"jsonrpc":"2.0","method":"notifications/x"}'));
      server.seen.at(-1)?.response.once("answer", () => gzip.end(event(result(seen))));
    });
    const peer = await Dialled.dial(http(server.url, options));
    const sent = peer.call("x", { onNotification: () => void server.seen.at(-1)?.response.emit("answer") });
    expect(await sent.response).toHaveProperty("result");
    expect(sent.notifications).toHaveLength(1);
  });

  test("one that cannot be decoded is named at once", async () => {
    const server = await fixture((_seen, response) => {
      response
        .writeHead(200, { "content-type": "application/json", "content-encoding": "sdch" })
        .write("xxx");
    });
    const peer = await Dialled.dial(http(server.url, options));
    const failure = await failureOf(peer.call("x").response);
    expect(failure).toMatchObject({ reason: { type: "content_encoding", encoding: "sdch" }, sent: "yes" });
    expect(failure.message).toMatch(
      /coded as "sdch" which cannot be decoded here; the header accept-encoding: identity/,
    );
    await server.seen[0]?.closed;
  });

  test("the limit counts what a body decodes to", async () => {
    const server = await fixture((_seen, response) => {
      response
        .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
        .end(zlib.gzipSync(" ".repeat(10_000_000)));
    });
    const peer = await Dialled.dial(http(server.url, { ...options, maxResponseBytes: 100_000 }));
    expect((await failureOf(peer.call("x").response)).reason).toEqual({
      type: "max_response_bytes",
      limit: 100_000,
    });
  });

  test("a plain body that claims to be coded settles its call", async () => {
    const server = await fixture((seen, response) => {
      response
        .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
        .write(result(seen));
    });
    const peer = await Dialled.dial(http(server.url, options));
    const failure = await failureOf(peer.call("x").response);
    expect(["content_encoding", "connection_lost"]).toContain(failure.reason.type);
  });

  test("a caller may ask for plain answers", async () => {
    const server = await fixture((seen, response) => json(response, result(seen)));
    const peer = await Dialled.dial(
      http(server.url, { ...options, headers: { "accept-encoding": "identity" } }),
    );
    await peer.call("x").response;
    expect(server.seen[0]?.headers["accept-encoding"]).toBe("identity");
  });
});

test("on Node nothing is advertised that was not asked for", async () => {
  const server = await fixture((seen, response) => json(response, result(seen)));
  const peer = await Dialled.dial(http(server.url));
  await peer.call("x").response;
  expect(server.seen[0]?.headers).not.toHaveProperty("accept-encoding");
});

test("codings that are applied twice are undone twice, more are refused", async () => {
  const twice = (text: string): Buffer => zlib.brotliCompressSync(zlib.gzipSync(text));
  const server = await fixture((seen, response) => {
    const coding = seen.message.params?.["name"] === "two" ? "gzip, br" : "gzip, br, gzip";
    response
      .writeHead(200, { "content-type": "application/json", "content-encoding": coding })
      .end(twice(result(seen)));
  });
  const peer = await Dialled.dial(http(server.url));
  expect(await peer.call("two").response).toHaveProperty("result");
  expect((await failureOf(peer.call("three").response)).reason).toEqual({
    type: "content_encoding",
    encoding: "gzip, br, gzip",
  });
});

test("a response without a body may name any coding", async () => {
  const server = await fixture((_seen, response) =>
    response.writeHead(202, { "content-encoding": "gzip" }).end(),
  );
  const odd = await fixture((_seen, response) =>
    response.writeHead(202, { "content-encoding": "sdch" }).end(),
  );
  for (const { url } of [server, odd]) {
    const peer = await Dialled.dial(http(url));
    await expect(peer.notify("notifications/x")).resolves.toBeUndefined();
  }
});

test("an empty body that names a coding is empty, not broken", async () => {
  const server = await fixture((_seen, response) =>
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(),
  );
  const peer = await Dialled.dial(http(server.url));
  expect((await failureOf(peer.call("x").response)).reason).toEqual({ type: "no_answer", status: 200 });
});

test("a coded body that is cut is broken", async () => {
  const server = await fixture((seen, response) => {
    response
      .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
      .end(zlib.gzipSync(result(seen)).subarray(0, 30));
  });
  const peer = await Dialled.dial(http(server.url));
  const failure = await failureOf(peer.call("x").response);
  expect(failure.reason).toEqual({ type: "content_encoding", encoding: "gzip" });
  expect(failure.message).toMatch(/and is broken: unexpected end of file/);
});
