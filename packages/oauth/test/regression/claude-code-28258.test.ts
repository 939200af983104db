// anthropics/claude-code#28258: a step-up "refreshes", which widens nothing, and so goes on for ever.
import { expect, test } from "vitest";
import { signedIn } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test("a step-up never refreshes", async () => {
  const world = new World();
  world.requiredScope = ({ headers }) => headers.get("x-needs") ?? "";
  const { call } = await signedIn({ scopes: ["read"] }, world);
  expect((await call({ headers: { "x-needs": "write" } })).status).toBe(200);
  expect(world.tokenRequests.map(({ form }) => form.get("grant_type"))).not.toContain("refresh_token");
});
