// anomalyco/opencode#50519 (issue 46361): `prompt=consent` is forced by offline_access: "Approval required" for ever.
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { World } from "../fixtures/world.ts";

test("offline_access brings no prompt with it", async () => {
  const world = new World();
  world.metadata = { ...world.metadata, scopes_supported: ["read", "offline_access"] };
  await setup({ scopes: ["read"] }, world).call();
  const { searchParams } = world.visits[0]?.url ?? new URL("about:blank");
  expect(searchParams.get("scope")).toBe("read offline_access");
  expect(searchParams.has("prompt")).toBe(false);
});
