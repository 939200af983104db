import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { fixture, result, stream } from "../support/fixture.ts";

// Field report 50: a parser that looks for two line feeds never saw an event end in a stream with CRLF.

test.each([
  ["LF", "\n"],
  ["CRLF", "\r\n"],
  ["CR", "\r"],
])("lines that end with %s", async (_name, eol) => {
  const server = await fixture((seen, response) =>
    stream(response).write(`event: message${eol}data: ${result(seen)}${eol}${eol}`),
  );
  const peer = await Dialled.dial(http(server.url));
  expect(await peer.call("x").response).toHaveProperty("result");
});

test("all of them, mixed", async () => {
  const server = await fixture((seen, response) =>
    stream(response).write(`: c\r\nevent: message\rdata: ${result(seen)}\n\r\n`),
  );
  const peer = await Dialled.dial(http(server.url));
  expect(await peer.call("x").response).toHaveProperty("result");
});
