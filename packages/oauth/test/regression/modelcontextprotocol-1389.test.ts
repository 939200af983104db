// modelcontextprotocol/modelcontextprotocol#1389, csharp-sdk#741, mcp-remote#217: Entra v2 refuses `resource`.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test("for an issuer that wants none, none is sent, to any of its endpoints", async () => {
  const world = new World();
  const { call } = setup({ issuers: { [world.issuer]: { sendResource: false } } }, world);
  await call();
  world.expireAll();
  await call();
  expect(world.visits[0]?.url.searchParams.has("resource")).toBe(false);
  expect(world.tokenRequests.map(({ form }) => form.has("resource"))).toEqual([false, false]);
});

test("every other issuer gets it", async () => {
  const world = new World();
  await setup(
    { issuers: { "https://login.microsoftonline.com/x/v2.0": { sendResource: false } } },
    world,
  ).call();
  expect(world.visits[0]?.url.searchParams.get("resource")).toBe(world.server);
});
