// @req rule.35
import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";

// Field report 48: a `: keep-alive` comment threw. It is no message, but it is a sign of life.

test("comments are ignored, and keep a stream alive", async () => {
  const clock = manualClock();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
  });
  const say = async (text: string): Promise<void> => {
    controller?.enqueue(new TextEncoder().encode(text));
    await clock.flush();
  };
  const fetch = async (): Promise<Response> =>
    new Response(body, { headers: { "content-type": "text/event-stream" } });
  const peer = await Dialled.dial(http("http://h.test/mcp", { idleTimeout: 1000, fetch }), { clock });
  const sent = peer.call("x");
  await clock.flush();
  for (let count = 0; count < 5; count += 1) {
    await clock.advance(900);
    await say(": keep-alive\n\n");
  }
  await say('data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n');
  expect(await sent.response).toHaveProperty("result");
  expect(peer.diagnostics).toEqual([]);
});
