// modelcontextprotocol/typescript-sdk#1582, modelcontextprotocol/modelcontextprotocol#2349: the scope of a 403 replaces the earlier ones: a loop.
import { expect, test } from "vitest";
import { signedIn } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test("a step-up keeps what was had before", async () => {
  const world = new World();
  world.requiredScope = ({ headers }) => headers.get("x-needs") ?? "";
  const { call } = await signedIn({ scopes: ["read"] }, world);
  await call({ headers: { "x-needs": "write" } });
  expect(await call({ headers: { "x-needs": "read" } })).toEqual({ status: 200, sent: 1 });
  expect(world.visits).toHaveLength(2);
});
