import { expect, test } from "vitest";
import { authorizationCode } from "../../src/index.ts";
import { call } from "../fixtures/transport.ts";
import { World } from "../fixtures/world.ts";

test("the first call learns the challenge, registers, sends the user, and is sent again with a token", async () => {
  const world = new World();
  const provider = authorizationCode({ flow: world.flow(), fetch: world.fetch });
  expect(await call(provider, world.send, world.server)).toEqual({ status: 200, sent: 2 });
  expect(world.seen.map(({ method, url }) => `${method} ${url.host}${url.pathname}`)).toEqual([
    "POST mcp.example.com/mcp",
    "GET mcp.example.com/.well-known/oauth-protected-resource/mcp",
    "GET as.example.com/.well-known/oauth-authorization-server",
    "POST as.example.com/register",
    "GET as.example.com/authorize",
    "POST as.example.com/token",
    "POST mcp.example.com/mcp",
  ]);
  expect(await call(provider, world.send, world.server)).toEqual({ status: 200, sent: 1 });
});
