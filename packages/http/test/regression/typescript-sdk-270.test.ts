import { Agent, type Dispatcher } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { fixture, json, result } from "../support/fixture.ts";

// Field report 54: undici's own time limits of 300 s cut idle streams and quiet long calls, whatever the request's
// timeout was.

test("neither headers nor bodies have a time limit of the platform's", async () => {
  const server = await fixture((seen, response) => json(response, result(seen)));
  const agent = new Agent();
  onTestFinished(() => agent.close());
  const limits: unknown[] = [];
  const dispatcher = agent.compose((dispatch) => (options: Dispatcher.DispatchOptions, handler) => {
    limits.push(options.headersTimeout, options.bodyTimeout);
    return dispatch(options, handler);
  });
  const peer = await Dialled.dial(http(server.url, { dispatcher }), { revision: "2025-11-25" });
  await peer.call("x").response;
  peer.connection.openChannel?.(peer.routing);
  await server.arrived(2);
  expect(limits).toEqual([0, 0, 0, 0]);
});
