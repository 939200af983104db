import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";

/** What a dispatcher of undici tells of one response. */
interface Handler {
  onRequestStart(controller: object, context: object): void;
  onResponseStart(controller: object, status: number, headers: object): void;
  onResponseData(controller: object, chunk: Uint8Array): void;
  onResponseEnd(controller: object, trailers: object): void;
}

test("a coded body arrives no faster than it is decoded: none of it piles up, whatever it decodes to", async () => {
  const calls: string[] = [];
  const controller = {
    pause: () => calls.push("pause"),
    resume: () => calls.push("resume"),
    abort: () => undefined,
  };
  let handler: Handler | undefined;
  const dispatcher = {
    dispatch(_options: unknown, given: Handler) {
      handler = given;
      return true;
    },
  };
  const peer = await Dialled.dial(http("http://127.0.0.1:1/mcp", { dispatcher }));
  const sent = peer.call("x");
  handler?.onRequestStart(controller, {});
  handler?.onResponseStart(controller, 200, {
    "content-type": "application/json",
    "content-encoding": "gzip",
  });
  // Blocks that hold nothing, then the answer.
  const nothing = Buffer.concat(Array.from({ length: 20_000 }, () => gzipSync("")));
  handler?.onResponseData(controller, nothing);
  expect(calls).toEqual(["pause"]);
  await expect.poll(() => calls).toEqual(["pause", "resume"]);
  handler?.onResponseData(controller, gzipSync(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { a: 1 } })));
  handler?.onResponseEnd(controller, {});
  expect(await sent.response).toMatchObject({ result: { a: 1 } });
});
