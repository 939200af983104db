// punkpeye/mcp-remote#301: discovery succeeds, and /authorize is built from the origin of the MCP server.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test("the endpoints of the metadata are used, wherever they are", async () => {
  const world = new World();
  await setup({}, world).call();
  expect(world.visits).toHaveLength(1);
  expect(world.seen.some(({ url }) => url.host === "mcp.example.com" && url.pathname === "/authorize")).toBe(
    false,
  );
});
