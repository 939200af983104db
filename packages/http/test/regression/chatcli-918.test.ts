import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { fixture, json, result } from "../support/fixture.ts";

// Field report 61: the trailing slash of the configured URL was trimmed.

test.each(["/mcp/", "/mcp", "/mcp//x/", "/mcp/?a=b&c=%20", "/"])("%s is used as it is", async (path) => {
  const server = await fixture((seen, response) => json(response, result(seen)));
  const peer = await Dialled.dial(http(`${server.origin}${path}`));
  await peer.call("x").response;
  expect(server.seen[0]?.url).toBe(path);
});
