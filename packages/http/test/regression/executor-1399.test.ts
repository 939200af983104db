import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { fixture, rawFixture } from "../support/fixture.ts";

// Field report 149: a gzip body with the `Content-Length` of the plain one is a truncated stream; the automatic
// fallback then failed, too, and its error hid the first.

test("a truncated body settles its call", async () => {
  const { url } = await rawFixture((socket) => {
    const body = gzipSync('{"jsonrpc":"2.0","id":1,"result":{}}');
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length + 50}\r\n\r\n`,
    );
    socket.end(body);
  });
  const peer = await Dialled.dial(http(url));
  const failure = await failureOf(peer.call("x").response);
  expect(["connection_lost", "content_encoding"]).toContain(failure.reason.type);
});

test("when every way fails, all of it is told", async () => {
  const server = await fixture((seen, response) => {
    if (seen.method === "GET") response.writeHead(405).end();
    else response.writeHead(404).end(`no ${seen.message.method}`);
  });
  const failure = await failureOf(connected(http(server.url)));
  expect(failure.message).toMatch(/no initialize/);
  expect(failure.message).toMatch(/HTTP\+SSE transport did not work either: .*HTTP 405/);
  expect(failure.message).toMatch(/no server\/discover/);
});
